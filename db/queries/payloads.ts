import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Confirmation } from '../../domain/belief/confirm-menu.ts';
import type { PriceMoves } from '../../domain/belief/known-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { Db } from '../connect.ts';
import type { FileState } from './payload-states.ts';
import { holdRun, writeDoneStage, type HeldRun } from './crawl-runs.ts';

/** A payload file's metadata. */
export interface PayloadRecord {
  platform: PlatformName;
  storagePath: string;
  /** The worker whose disk has the file; null: the storage is shared. */
  heldBy: string | null;
  sha256: string;
  bytes: number;
  rawBytes: number;
  productCount: number;
  pages: number;
  /** The platform's total; null if it gave none. */
  totalCount: number | null;
  /** How many products of the total no page contained. */
  missingCount: number;
  /** Whether some of its pages came from a query that selects fields: absent fields may not have been requested. */
  fieldsSelected: boolean;
  pageHashes: string[];
  /** How its list prices changed since the previous payload. */
  priceMoves: PriceMoves;
  proxyId: number | null;
  browserProfile: string;
  exitAddress: string;
  fetchDurationMs: number;
  fetchedAt: Date;
}

interface NewPayload<Result> {
  payload: PayloadRecord;
  /** The suspicion and its confirmation; null if nothing was suspicious. */
  doubt: SettledDoubt | null;
  /** Computes the stage's result from the payload's id. */
  resultOf: (payloadId: number) => Result;
}

interface SettledDoubt {
  suspicion: Suspicion;
  confirmation: Confirmation;
}

/**
 * Inserts the row of a payload whose file is on disk, records it in its run and dispensary, and completes the fetch stage, in one
 * transaction: a retry after a lost answer finds the stage completed and fetches nothing again. Also decides the store's
 * quarantined payloads.
 * @throws CrawlError StaleAttempt when the attempt no longer holds the run; the payload's file then has no row
 */
export async function insertPayload<Result extends object>(
  db: Db,
  run: HeldRun,
  { payload, doubt, resultOf }: NewPayload<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    await decideSuspects(tx, run, doubt?.confirmation ?? null);
    const payloadId = await insertPayloadRow(
      tx,
      run,
      doubt === null ? { payload, verdict: 'accepted' } : { payload, verdict: 'confirmed', ...doubt },
    );
    const result = resultOf(payloadId);
    await noteFetched(tx, run, { payload: { id: payloadId, ...payload }, result });
    return result;
  });
}

interface FetchedPayload {
  payload: Pick<PayloadRecord, 'missingCount' | 'fetchedAt'> & { id: number };
  /** The stage's result. */
  result: object;
}

/** Records the payload to ingest in its run, and completes the fetch stage, inside a transaction that holds the run. */
export async function noteFetched(tx: Db, run: HeldRun, { payload, result }: FetchedPayload): Promise<void> {
  await sql`
    update crawl_runs set payload_id = ${payload.id},
      counts = counts || jsonb_build_object('missing', ${payload.missingCount}::bigint)
    where id = ${run.crawlRunId}
  `.execute(tx);
  await tx
    .updateTable('dispensaries')
    .set({ last_fetch_at: sql`greatest(last_fetch_at, ${payload.fetchedAt})` })
    .where('id', '=', run.dispensaryId)
    .execute();
  await writeDoneStage(tx, run, { stage: 'fetch', result });
}

type PayloadRow = { payload: PayloadRecord } & (
  | { verdict: 'accepted' }
  | { verdict: 'suspect'; suspicion: Suspicion }
  | ({ verdict: 'confirmed' } & SettledDoubt)
);

/** Inserts a payload's row, inside a transaction that holds its run. */
export async function insertPayloadRow(
  tx: Db,
  run: HeldRun,
  { payload, ...row }: PayloadRow,
): Promise<number> {
  const inserted = await tx
    .insertInto('raw_crawl_payloads')
    .values({
      dispensary_id: run.dispensaryId,
      crawl_run_id: run.crawlRunId,
      platform: payload.platform,
      storage_path: payload.storagePath,
      held_by: payload.heldBy,
      sha256: payload.sha256,
      size_bytes: payload.bytes,
      size_bytes_raw: payload.rawBytes,
      product_count: payload.productCount,
      pages: payload.pages,
      total_count: payload.totalCount,
      missing_count: payload.missingCount,
      fields_selected: payload.fieldsSelected,
      page_hashes: payload.pageHashes,
      list_prices_up: payload.priceMoves.up,
      list_prices_down: payload.priceMoves.down,
      proxy_id: payload.proxyId,
      browser_profile: payload.browserProfile,
      exit_address: payload.exitAddress,
      fetch_duration_ms: payload.fetchDurationMs,
      fetched_at: payload.fetchedAt,
      verdict: row.verdict,
      suspicion: row.verdict === 'accepted' ? null : JSON.stringify(row.suspicion),
      ...(row.verdict === 'confirmed'
        ? {
            decided_by: deciderOf(row.confirmation),
            decided_at: sql<Date>`clock_timestamp()`,
            confirmed_by: JSON.stringify(row.confirmation.payloadIds),
          }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}

/** Returns the decider to record: a person, or the way in which the doubt was settled. */
function deciderOf({ by, person }: Confirmation): string {
  return person ?? by;
}

/** Confirms the store's suspects that the new payload agrees with; rejects the others, which a believed menu has replaced. */
async function decideSuspects(tx: Db, run: HeldRun, confirmation: Confirmation | null): Promise<void> {
  await sql`
    update raw_crawl_payloads set
      verdict = case when id = any(${confirmation?.payloadIds ?? []}::bigint[]) then 'confirmed' else 'rejected' end,
      decided_by = ${confirmation === null ? 'refetch' : deciderOf(confirmation)}, decided_at = clock_timestamp()
    where dispensary_id = ${run.dispensaryId} and verdict = 'suspect'
  `.execute(tx);
}

export interface StoredPayload {
  id: number;
  dispensaryId: number;
  platform: PlatformName;
  storagePath: string;
  /** The worker whose disk has the file; null: the storage is shared. */
  heldBy: string | null;
  sha256: string;
  bytes: number;
  missingCount: number;
  fieldsSelected: boolean;
  verdict: 'accepted' | 'suspect' | 'confirmed' | 'rejected';
  fileState: FileState;
  fetchedAt: Date;
  /** Null: no decision was needed. */
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Null: not ingested. */
  ingestedAt: Date | null;
}

/**
 * Loads a payload.
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
      'held_by as heldBy',
      'sha256',
      'size_bytes as bytes',
      'missing_count as missingCount',
      'fields_selected as fieldsSelected',
      'verdict',
      'file_state as fileState',
      'fetched_at as fetchedAt',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'ingested_at as ingestedAt',
    ])
    .executeTakeFirst();
  if (row === undefined) throw new CrawlError('NotFound', `There is no payload ${id}.`);
  return row;
}

/**
 * Checks that a payload may be ingested: it is believed, and its file exists.
 * @throws CrawlError InvalidInput, CorruptPayload
 */
export function requireUsable(payload: StoredPayload): void {
  if (payload.verdict === 'suspect' || payload.verdict === 'rejected') {
    throw new CrawlError(
      'InvalidInput',
      `Expected an accepted or confirmed payload, got ${payload.id}, which is ${payload.verdict}.`,
    );
  }
  requireStored(payload);
}

/** Checks that a payload's file is on disk. @throws CrawlError CorruptPayload when the file is known to be missing, damaged or expired */
export function requireStored({ id, storagePath, fileState }: StoredPayload): void {
  if (fileState === 'stored') return;
  throw new CrawlError(
    'CorruptPayload',
    `Expected payload ${id} on disk, its file ${storagePath} is ${fileState}.`,
  );
}

/**
 * Finds the two newest payloads of a dispensary that are believed, ingested and on disk; `from` is the older one.
 * @throws CrawlError NotFound when there are fewer than two
 */
export async function findLastTwoPayloads(
  db: Db,
  dispensaryId: number,
): Promise<{ from: number; to: number }> {
  const rows = await db
    .selectFrom('raw_crawl_payloads')
    .where('dispensary_id', '=', dispensaryId)
    .where('verdict', 'in', ['accepted', 'confirmed'])
    .where('file_state', '=', 'stored')
    // Leaves out a payload that was confirmed by a later one: only the later one was ingested.
    .where('ingested_at', 'is not', null)
    .select('id')
    .orderBy('fetched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const [to, from] = rows;
  if (from === undefined || to === undefined) {
    throw new CrawlError(
      'NotFound',
      `Expected two payloads of dispensary ${dispensaryId} that are ingested and on disk, found ${rows.length}. With two ids it compares any, doubted ones too.`,
    );
  }
  return { from: from.id, to: to.id };
}

/** Finds the dispensary's previous payload that is believed and on disk; null: there is none. */
export async function findPayloadBefore(db: Db, payloadId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select earlier.id from raw_crawl_payloads later
    join raw_crawl_payloads earlier on earlier.dispensary_id = later.dispensary_id
      and (earlier.fetched_at, earlier.id) < (later.fetched_at, later.id)
    where later.id = ${payloadId} and earlier.verdict in ('accepted', 'confirmed') and earlier.file_state = 'stored'
    order by earlier.fetched_at desc, earlier.id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}
