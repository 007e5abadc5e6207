import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';
import { holdRun, writeDoneStage, type HeldRun } from './crawl-runs.ts';

/** What is known of a payload file. */
export interface PayloadRecord {
  platform: PlatformName;
  storagePath: string;
  sha256: string;
  bytes: number;
  rawBytes: number;
  productCount: number;
  pages: number;
  /** What the platform said; null when it did not. */
  totalCount: number | null;
  /** How many of these no page held. */
  missingCount: number;
  pageHashes: string[];
  proxyId: number;
  browserProfile: string;
  exitAddress: string;
  fetchDurationMs: number;
  fetchedAt: Date;
}

/**
 * Keeps the row of a payload whose file is on disk, notes it in its run and dispensary, and completes the fetch stage,
 * all or nothing: a retry after a lost answer finds the stage done and fetches nothing again.
 * @param resultOf what the stage returns, by the payload's id
 * @throws CrawlError StaleAttempt when the attempt no longer holds the run; the file has then no row
 */
export async function insertPayload<Result extends object>(
  db: Db,
  run: HeldRun,
  { payload, resultOf }: { payload: PayloadRecord; resultOf: (payloadId: number) => Result },
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    const row = await tx
      .insertInto('raw_crawl_payloads')
      .values({
        dispensary_id: run.dispensaryId,
        crawl_run_id: run.crawlRunId,
        platform: payload.platform,
        storage_path: payload.storagePath,
        sha256: payload.sha256,
        size_bytes: payload.bytes,
        size_bytes_raw: payload.rawBytes,
        product_count: payload.productCount,
        pages: payload.pages,
        total_count: payload.totalCount,
        missing_count: payload.missingCount,
        page_hashes: payload.pageHashes,
        proxy_id: payload.proxyId,
        browser_profile: payload.browserProfile,
        exit_address: payload.exitAddress,
        fetch_duration_ms: payload.fetchDurationMs,
        fetched_at: payload.fetchedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      update crawl_runs set payload_id = ${row.id},
        counts = counts || jsonb_build_object('missing', ${payload.missingCount}::int)
      where id = ${run.crawlRunId}
    `.execute(tx);
    await tx
      .updateTable('dispensaries')
      .set({ last_fetch_at: sql`greatest(last_fetch_at, ${payload.fetchedAt})` })
      .where('id', '=', run.dispensaryId)
      .execute();
    const result = resultOf(row.id);
    await writeDoneStage(tx, run, { stage: 'fetch', result });
    return result;
  });
}

export interface StoredPayload {
  id: number;
  dispensaryId: number;
  platform: PlatformName;
  storagePath: string;
  sha256: string;
  bytes: number;
  missingCount: number;
  fetchedAt: Date;
}

/**
 * A payload's row.
 * @throws CrawlError NotFound
 */
export async function loadPayload(db: Db, id: number): Promise<StoredPayload> {
  const row = await db
    .selectFrom('raw_crawl_payloads')
    .where('id', '=', id)
    .select([
      'id',
      'dispensary_id as dispensaryId',
      'platform',
      'storage_path as storagePath',
      'sha256',
      'size_bytes as bytes',
      'missing_count as missingCount',
      'fetched_at as fetchedAt',
    ])
    .executeTakeFirst();
  if (row === undefined) throw new CrawlError('NotFound', `There is no payload ${id}.`);
  return row;
}

/** For so long a page is compared with those of other stores: proxies and caches do not remember for longer. */
const TWINS_WITHIN_DAYS = 7;

/**
 * A recent payload of another dispensary that holds one of these pages to the letter. Products carry ids of their own
 * at each store, so equal pages are one answer that was given twice.
 */
export async function findTwinPages(
  db: Db,
  { dispensaryId, pageHashes }: { dispensaryId: number; pageHashes: string[] },
): Promise<{ payloadId: number; dispensaryId: number } | null> {
  const { rows } = await sql<{ payloadId: number; dispensaryId: number }>`
    select id as "payloadId", dispensary_id as "dispensaryId" from raw_crawl_payloads
    where page_hashes && ${pageHashes}::text[] and dispensary_id <> ${dispensaryId}
      and fetched_at > now() - ${TWINS_WITHIN_DAYS} * interval '1 day'
    order by id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
