import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addDispensaries, addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { heartbeatDetails } from '../support/heartbeat-details.ts';

interface Logged {
  host: string;
  path: string;
  exitAddress: string;
}

const pictures = (db: Db) =>
  db
    .selectFrom('store_products')
    .select(['id', 'provider_product_id', 'image_url', 'local_image_path', 'image_failures', 'image_error'])
    .orderBy('id')
    .execute();

/** Returns the requests for pictures since the previous call, by host and path. */
async function pictureRequests(world: CrawlWorld, db: Db): Promise<Logged[]> {
  const { requests } = await world.control<{ requests: Logged[] }>('GET', '/control/requests');
  const hosts = new Set(
    (await pictures(db)).flatMap((row) => (row.image_url ? new URL(row.image_url).host : [])),
  );
  return requests.filter(({ host }) => hosts.has(host));
}

test('a picture is fetched once: not again by the next chain, for another product, or for a brand', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { db, client, storageRoot } = world;
  const { dispensary, store } = await addLargestDispensary(world);
  await world.startWorker();
  const first = await (await startCrawl(client, dispensary)).handle.result();
  const before = await pictures(db);
  const saved = before.filter((row) => row.local_image_path !== null);
  const wanted = before.filter((row) => row.image_url !== null);
  const { dispensaries } = await world.truth();
  const shown = dispensaries.flatMap(({ platformId, products, inactiveProducts }) =>
    platformId === store.platformId ? [...products, ...inactiveProducts] : [],
  );
  const shownLogos = new Set(shown.flatMap(({ brandImageUrl }) => brandImageUrl ?? []));
  const ownLogos = await db.selectFrom('brand_logos').select(['image_url', 'local_image_path']).execute();
  expect(shownLogos.size).toBeGreaterThan(2);
  expect(new Set(ownLogos.map(({ image_url: url }) => url))).toEqual(shownLogos);
  expect(ownLogos.filter(({ local_image_path: path }) => path === null)).toEqual([]);
  expect(first.images).toEqual({
    downloaded: saved.length + ownLogos.length,
    failed: wanted.length - saved.length,
  });
  expect(saved.length).toBeGreaterThan(10);
  for (const { local_image_path: path, provider_product_id: id } of saved) {
    expect(path).toMatch(
      new RegExp(
        `^images/products/[a-z]{2}/[a-z0-9-]+/[a-z0-9-]+/${id.toLowerCase()}/image-[0-9a-f]{8}\\.webp$`,
      ),
    );
    const bytes = await readFile(join(storageRoot, path ?? ''));
    expect(createHash('sha256').update(bytes).digest('hex').slice(0, 8)).toBe(
      /[0-9a-f]{8}(?=\.webp$)/.exec(basename(path ?? ''))?.[0],
    );
    expect((await sharp(bytes).metadata()).format).toBe('webp');
  }
  const requested = await pictureRequests(world, db);
  expect(new Set(requested.map(({ path }) => path)).size).toBe(requested.length);
  const proxies = await db.selectFrom('proxies').select('exit_address').execute();
  for (const { exitAddress } of requested)
    expect(proxies.map(({ exit_address: address }) => address)).toContain(exitAddress);

  // Simulates other products, of this store or of another, with the same addresses. A brand's logo has one of these addresses as well.
  await db.updateTable('store_products').set({ local_image_path: null, image_run_id: null }).execute();
  const [known] = saved;
  const { brand_name: brand } = await db
    .selectFrom('store_products')
    .select('brand_name')
    .where('brand_name', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const logos = ['known', 'new'].map((kind) => ({
    brand_name: brand ?? '',
    image_url: kind === 'known' ? (known?.image_url ?? '') : `${known?.image_url}-logo.png`,
  }));
  await db.insertInto('brand_logos').values(logos).execute();
  const second = await (await startCrawl(client, dispensary)).handle.result();
  expect(second.images?.downloaded).toBe(saved.length + 2);
  const after = await pictures(db);
  expect(after.map((row) => row.local_image_path)).toEqual(before.map((row) => row.local_image_path));
  expect(after.map((row) => row.image_url)).toEqual(before.map((row) => row.image_url));

  const failing = wanted.length - saved.length;
  const requestedAgain = (await pictureRequests(world, db)).slice(requested.length);
  expect(requestedAgain).toHaveLength(failing + 1);
  expect(requestedAgain.filter(({ path }) => path.endsWith('-logo.png'))).toHaveLength(1);
  const paths = await db.selectFrom('brand_logos').select('local_image_path').execute();
  for (const { local_image_path: path } of paths)
    expect(path).toMatch(/^images\/brands\/[a-z0-9-]+\/logo-[0-9a-f]{8}\.webp$/);
  expect(
    after
      .filter((row) => row.local_image_path === null && row.image_url !== null)
      .map((row) => row.image_failures),
  ).toEqual(Array.from({ length: failing }, () => 2));
});

test('a logo that two stores want at the same moment is downloaded by one of them, for both', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 12 });
  const { db, client } = world;
  const ids = await addDispensaries(world);
  await world.startWorker();
  const nameOf = (id: number) => ({ id, name: `store ${id}`, platform: 'dutchie', stateCode: null }) as const;
  for (const id of ids) await (await startCrawl(client, nameOf(id), { images: false })).handle.result();
  const rows = await db
    .selectFrom('store_products')
    .select(['dispensary_id', 'brand_name', 'image_url'])
    .where('brand_name', 'is not', null)
    .execute();
  const host = rows.flatMap((row) => (row.image_url ? [new URL(row.image_url).host] : []))[0] ?? '';
  const url = `https://${host}/logos/common.png`;
  const brands = ids.map((id) => rows.find((row) => row.dispensary_id === id)?.brand_name ?? '');
  await db
    .insertInto('brand_logos')
    .values([...new Set(brands)].map((brand) => ({ brand_name: brand, image_url: url })))
    .execute();
  await world.control('POST', '/control/faults', {
    rules: [{ match: { host, pathPrefix: '/logos/' }, action: { type: 'hold' } }],
  });
  const crawls = await Promise.all(ids.map((id) => startCrawl(client, nameOf(id))));
  // Everything else is done, so both chains wait for the logo: one for the host's answer, the other for the first chain.
  await vi.waitFor(
    async () => {
      const open = (await pictures(db)).filter(
        (row) => row.image_url !== null && row.local_image_path === null && row.image_failures === 0,
      );
      expect(open).toEqual([]);
    },
    { timeout: 60_000, interval: 200 },
  );
  const waits = async () => {
    const all = await Promise.all(crawls.map(({ handle }) => heartbeatDetails(handle)));
    return new Set(all.map((details) => (details?.['waitingFor'] as { what: string } | undefined)?.what));
  };
  await expect
    .poll(waits, { timeout: 60_000, interval: 200 })
    .toEqual(new Set([`another crawl to download ${url}`, `the answer of ${host} to /logos/common.png`]));
  await vi.waitFor(
    async () => expect(await world.control('POST', '/control/release')).toEqual({ released: 1 }),
    {
      timeout: 20_000,
      interval: 200,
    },
  );
  for (const { handle } of crawls) await handle.result();
  const requested = (await pictureRequests(world, db)).filter(({ path }) => path.startsWith('/logos/'));
  expect(requested).toHaveLength(1);
  const logos = await db.selectFrom('brand_logos').select('local_image_path').execute();
  for (const { local_image_path: path } of logos) expect(path).toMatch(/^images\/brands\//);
});

test('a stage that is interrupted counts no failure twice and reports all of its attempts', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 40 });
  const { db, client } = world;
  const { dispensary, store } = await addLargestDispensary(world);
  const host = new URL(store.products.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? '').host;
  // In the middle of the downloads, the host of the pictures demands a pause.
  await world.control('POST', '/control/faults', {
    rules: [
      {
        match: { host },
        after: 12,
        times: 1,
        action: { type: 'status', status: 429, headers: { 'retry-after': '1' } },
      },
    ],
  });
  await world.startWorker();
  const { images } = await (await startCrawl(client, dispensary)).handle.result();
  const rows = (await pictures(db)).filter((row) => row.image_url !== null);
  const failed = rows.filter((row) => row.local_image_path === null);
  const { attempts } = await db
    .selectFrom('stage_runs')
    .select('attempts')
    .where('stage', '=', 'images')
    .executeTakeFirstOrThrow();
  expect(attempts).toBeGreaterThan(1);
  const logos = await db.selectFrom('brand_logos').select('local_image_path').execute();
  expect(images).toEqual({
    downloaded: rows.length - failed.length + logos.length,
    failed: failed.length,
  });
  expect(failed.map((row) => row.image_failures)).toEqual(failed.map(() => 1));
  for (const { image_error: error } of failed) expect(error).toMatch(/^NotFound: /);
});
