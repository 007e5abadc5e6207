import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { Suspicion } from '../../domain/judge-menu.ts';
import type { Db } from '../connect.ts';
import { holdRun, type HeldRun } from './crawl-runs.ts';
import { insertPayloadRow, loadPayload, type PayloadRecord } from './payloads.ts';

/**
 * The verdict on a payload, the column `verdict`.
 *
 *     accepted                   insertPayload: nothing was suspicious
 *     suspect ──► confirmed      insertPayload of a later attempt that was answered the same through another identity,
 *        │                       or decideQuarantined by a person, who then has it ingested
 *        └──────► rejected       insertPayload of a later attempt that was answered better, or decideQuarantined
 *
 * Only accepted and confirmed payloads are ever ingested.
 */
export interface SuspectPayload {
  id: number;
  suspicion: Suspicion;
  exitAddress: string | null;
}

/** Keeps a payload that is not believed, with what is suspicious about it. @throws CrawlError StaleAttempt */
export async function quarantinePayload(
  db: Db,
  run: HeldRun,
  { payload, suspicion }: { payload: PayloadRecord; suspicion: Suspicion },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    return insertPayloadRow(tx, run, { payload, verdict: 'suspect', suspicion });
  });
}

/** The newest suspect payload of a run, or null. */
export async function findSuspect(db: Db, run: HeldRun): Promise<SuspectPayload | null> {
  const { rows } = await sql<SuspectPayload>`
    select id, suspicion, exit_address as "exitAddress" from raw_crawl_payloads
    where crawl_run_id = ${run.crawlRunId} and verdict = 'suspect' order by id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

export interface QuarantinedPayload extends SuspectPayload {
  dispensaryId: number;
  dispensaryName: string;
  productCount: number;
  fetchedAt: Date;
  storagePath: string;
}

/** Payloads that wait for a decision, newest first. */
export async function listQuarantined(db: Db, limit: number): Promise<QuarantinedPayload[]> {
  const { rows } = await sql<QuarantinedPayload>`
    select payload.id, payload.suspicion, payload.exit_address as "exitAddress", dispensary.id as "dispensaryId",
      dispensary.name as "dispensaryName", payload.product_count as "productCount", payload.fetched_at as "fetchedAt",
      payload.storage_path as "storagePath"
    from raw_crawl_payloads payload join dispensaries dispensary on dispensary.id = payload.dispensary_id
    where payload.verdict = 'suspect' order by payload.id desc limit ${limit}
  `.execute(db);
  return rows;
}

interface Decision {
  verdict: 'confirmed' | 'rejected';
  decidedBy: string;
  because?: string | null;
}

/**
 * Decides a payload by hand. A confirmed one still has to be ingested. The same decision by the same person once more
 * changes nothing: the answer to the first may have been lost.
 * @param decision.decidedBy who decides, for the record; `because`, why
 * @throws CrawlError NotFound; InvalidInput when the payload is not waiting for a decision
 */
export async function decideQuarantined(
  db: Db,
  payloadId: number,
  { verdict, decidedBy, because = null }: Decision,
): Promise<void> {
  const { rows } = await sql`
    update raw_crawl_payloads set verdict = ${verdict}, decided_by = ${decidedBy}, decided_because = ${because},
      decided_at = clock_timestamp()
    where id = ${payloadId} and (
      verdict = 'suspect'
      -- Confirmed, and its ingest was never begun or did not end: it may be confirmed again.
      or (verdict = ${verdict} and verdict = 'confirmed' and ingested_at is null)
    )
    returning id
  `.execute(db);
  if (rows.length > 0) return;
  const { verdict: known, decidedBy: knownBy } = await loadPayload(db, payloadId);
  if (known === verdict && knownBy === decidedBy) return;
  throw new CrawlError(
    'InvalidInput',
    `Expected a payload in quarantine, got ${payloadId}, which is ${known}.`,
  );
}
