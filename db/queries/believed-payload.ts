import { sql } from 'kysely';
import type { Fault } from '../../domain/belief/rule.ts';
import type { Db } from '../connect.ts';
import { holdRun, type HeldRun } from './crawl-runs.ts';
import { noteFetched } from './payloads.ts';

/** A payload that was doubted when a run fetched it, and that somebody has confirmed since. */
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
  /** A payload to skip because its file is unreachable. */
  exceptId: number | undefined;
  /** Computes the result of the stage; null: the payload is not used. */
  resultOf: (payload: BelievedPayload) => Result | null;
}

/**
 * Completes this run's fetch stage, in one transaction, with the newest payload that the run fetched and that somebody has confirmed
 * since.
 * @returns the result of the stage; null: there is no such payload, or `resultOf` refuses it
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
