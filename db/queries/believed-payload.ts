import { sql } from 'kysely';
import type { Fault } from '../../domain/belief/rule.ts';
import type { Db } from '../connect.ts';
import { holdRun, type HeldRun } from './crawl-runs.ts';
import { noteFetched } from './payloads.ts';

/** A payload of a run that was doubted, and that a person has confirmed since. */
export interface BelievedPayload {
  id: number;
  heldBy: string | null;
  bytes: number;
  productCount: number;
  pages: number;
  missingCount: number;
  fetchedAt: Date;
  faults: Fault[];
}

interface Taking<Result> {
  /** A payload that cannot be taken: its file is out of reach. */
  exceptId: number | undefined;
  /** What the stage returns; null: the payload is not taken. */
  resultOf: (payload: BelievedPayload) => Result | null;
}

/**
 * Takes the newest payload that an attempt of this run fetched and that a person has confirmed since as what the run has fetched, and
 * completes the fetch stage with it, all or nothing.
 * @returns what the stage returns; null: there is no such payload
 * @throws CrawlError StaleAttempt when the attempt no longer holds the run
 */
export async function takeBelieved<Result extends object>(
  db: Db,
  run: HeldRun,
  { exceptId, resultOf }: Taking<Result>,
): Promise<Result | null> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    const { rows } = await sql<BelievedPayload>`
      select id, held_by as "heldBy", size_bytes as bytes, product_count as "productCount", pages, missing_count as "missingCount",
        fetched_at as "fetchedAt", coalesce(suspicion -> 'faults', jsonb_build_array(suspicion -> 'fault')) as faults
      from raw_crawl_payloads
      where crawl_run_id = ${run.crawlRunId} and verdict = 'confirmed' and decided_by not in ('refetch', 'time')
        and ingested_at is null and file_state = 'stored' and id is distinct from ${exceptId ?? null}::bigint
      order by fetched_at desc, id desc limit 1
    `.execute(tx);
    const [payload] = rows;
    const result = payload === undefined ? null : resultOf(payload);
    if (payload !== undefined && result !== null) await noteFetched(tx, run, { payload, result });
    return result;
  });
}
