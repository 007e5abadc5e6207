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
        proxy_id: payload.proxyId,
        browser_profile: payload.browserProfile,
        exit_address: payload.exitAddress,
        fetch_duration_ms: payload.fetchDurationMs,
        fetched_at: payload.fetchedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('crawl_runs').set({ payload_id: row.id }).where('id', '=', run.crawlRunId).execute();
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
      'fetched_at as fetchedAt',
    ])
    .executeTakeFirst();
  if (row === undefined) throw new CrawlError('NotFound', `There is no payload ${id}.`);
  return row;
}
