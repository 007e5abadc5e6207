import { sql } from 'kysely';
import type { ImageCounts } from '../../domain/crawl-run.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import type { HeldRun } from './crawl-runs.ts';

/** After failing in this many chains, an image is skipped for some days, or until its URL changes. */
const FAILURES_UNTIL_REST = 3;
const REST_DAYS = 7;

/** An image that is missing: of a product, or the logo of a brand. */
export type WantedImage = { id: number; imageUrl: string } & (
  | { of: 'product'; providerProductId: string; brandName: string | null }
  | { of: 'brand'; brandName: string }
);

const TABLES = { product: sql.table('store_products'), brand: sql.table('brand_logos') };

/**
 * SQL: whether a missing image has already failed in this run. Stores share logos, so a logo's failure counts for all runs that were
 * open; otherwise two runs would count the same failure twice.
 */
function hasFailed({ crawlRunId }: HeldRun, of: WantedImage['of']) {
  const inThisRun = sql`(image_run_id is not distinct from ${crawlRunId})`;
  if (of === 'product') return inThisRun;
  const sinceItsStart = sql`image_failed_at >= (select started_at from crawl_runs where id = ${crawlRunId})`;
  return sql`(${inThisRun} or coalesce(${sinceItsStart}, false))`;
}

/**
 * Finds the images of a dispensary's products and brands that have a URL and no file: products by id, then logos. Leaves what has
 * already failed in this run to the next run.
 */
export async function findWantedImages(db: Db, run: HeldRun): Promise<WantedImage[]> {
  const mayBeTried = sql`
    local_image_path is null and image_url is not null
    and (image_failures < ${FAILURES_UNTIL_REST} or image_failed_at is null
      or image_failed_at < now() - make_interval(days => ${REST_DAYS}))
  `;
  const products = await sql<WantedImage>`
    select 'product' as of, id, image_url as "imageUrl", provider_product_id as "providerProductId",
      brand_name as "brandName"
    from store_products where dispensary_id = ${run.dispensaryId} and ${mayBeTried} and not ${hasFailed(run, 'product')}
    order by id
  `.execute(db);
  const logos = await sql<WantedImage>`
    select 'brand' as of, id, image_url as "imageUrl", brand_name as "brandName"
    from brand_logos
    where ${mayBeTried} and not ${hasFailed(run, 'brand')}
      and brand_name in (select brand_name from store_products where dispensary_id = ${run.dispensaryId})
    order by id
  `.execute(db);
  return [...products.rows, ...logos.rows];
}

/** The state of an image URL: saved as a file, being downloaded elsewhere, or claimed by the caller. */
export type ImageFileClaim = { is: 'saved'; path: string } | { is: 'theirs' } | { is: 'ours'; until: string };

/**
 * Looks up the file that a URL was saved as, for any product or brand. If there is none and nobody is downloading it, the caller
 * claims it for two minutes, until `rememberImageFile` or `releaseImageFile`.
 */
export async function claimImageFile(db: Db, url: string): Promise<ImageFileClaim> {
  const claimed = await sql<{ until: string }>`
    insert into image_files as known (url, claimed_until) values (${url}, now() + ${CLAIM})
    on conflict (md5(url)) do update set claimed_until = excluded.claimed_until
    where known.url = excluded.url and known.path is null and known.claimed_until < now()
    returning claimed_until::text as until
  `.execute(db);
  const [ours] = claimed.rows;
  if (ours !== undefined) return { is: 'ours', until: ours.until };
  const { rows } = await sql<{ path: string | null }>`
    select path from image_files where md5(url) = md5(${url}) and url = ${url}
  `.execute(db);
  const path = rows[0]?.path ?? null;
  return path === null ? { is: 'theirs' } : { is: 'saved', path };
}

/** How long a claim lasts: longer than a download and its wait take, so that in practice a claim only expires if its worker died. */
const CLAIM = sql`interval '2 minutes'`;

/** Records the file that a URL was saved as. */
export async function rememberImageFile(db: Db, file: { url: string; path: string }): Promise<void> {
  await sql`
    insert into image_files as known (url, path, saved_at) values (${file.url}, ${file.path}, now())
    on conflict (md5(url)) do update set path = excluded.path, saved_at = now(), claimed_until = null
    where known.url = excluded.url
  `.execute(db);
}

/** Releases a claim after a failed download, so that others may try. An expired claim may belong to somebody else by now. */
export async function releaseImageFile(
  db: Db,
  { url, until }: { url: string; until: string },
): Promise<void> {
  await sql`
    delete from image_files
    where md5(url) = md5(${url}) and url = ${url} and path is null and claimed_until = ${until}::timestamptz
  `.execute(db);
}

/** Saves an image's path, relative to the storage root. Keeps an existing path. */
export async function saveImagePath(
  db: Db,
  run: HeldRun,
  { image, path }: { image: WantedImage; path: string },
): Promise<void> {
  await sql`
    update ${TABLES[image.of]} set local_image_path = ${path}, image_error = null, image_run_id = ${run.crawlRunId}
    where id = ${image.id} and local_image_path is null
  `.execute(db);
}

/** Counts a failed download once per run, but that of a logo once for all open runs. Stores the reason with the image. */
export async function recordImageFailure(
  db: Db,
  run: HeldRun,
  { image, reason }: { image: WantedImage; reason: string },
): Promise<void> {
  await sql`
    update ${TABLES[image.of]} set image_failures = image_failures + 1, image_error = ${storable(reason.slice(0, 500))},
      image_failed_at = now(), image_run_id = ${run.crawlRunId}
    where id = ${image.id} and local_image_path is null and not ${hasFailed(run, image.of)}
  `.execute(db);
}

/** Counts the images of all attempts of a run so far. */
export async function countImages(db: Db, run: HeldRun): Promise<ImageCounts> {
  const { rows } = await sql<ImageCounts>`
    select (count(local_image_path))::int as downloaded, (count(*) - count(local_image_path))::int as failed
    from (
      select local_image_path from store_products
      where dispensary_id = ${run.dispensaryId} and image_run_id = ${run.crawlRunId}
      union all
      select local_image_path from brand_logos where image_run_id = ${run.crawlRunId}
    ) as tried
  `.execute(db);
  return rows[0] ?? { downloaded: 0, failed: 0 };
}

/** Records the logos that a menu shows, for the image download. Keeps known ones. */
export async function noteBrandLogos(
  db: Db,
  products: { brandName: string | null; brandImageUrl?: string | null }[],
): Promise<void> {
  const logos = products.flatMap(({ brandName, brandImageUrl }) =>
    brandName === null || !brandImageUrl ? [] : [{ brandName, imageUrl: brandImageUrl }],
  );
  if (logos.length === 0) return;
  // Several chains may insert the same rows, so they insert them in the same order, which avoids deadlocks.
  await sql`
    insert into brand_logos (brand_name, image_url)
    select distinct logo."brandName", logo."imageUrl"
    from json_to_recordset(${JSON.stringify(logos)}) as logo ("brandName" text, "imageUrl" text)
    where not exists (
      select from brand_logos known
      where md5(known.brand_name) = md5(logo."brandName") and md5(known.image_url) = md5(logo."imageUrl")
    )
    order by 1, 2
    on conflict do nothing
  `.execute(db);
}
