import { sql } from 'kysely';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { UnconfirmedMenu } from '../../domain/crawl-run.ts';
import type { FailureKind } from '../../domain/errors.ts';
import type { Db } from '../connect.ts';
import { asEnded } from './close-runs.ts';
import { holdRun, writeDoneStage, type HeldRun } from './crawl-runs.ts';
import { insertPayloadRow, type PayloadRecord } from './payloads.ts';
import { releaseStore } from './store-locks.ts';

interface Unbelieved {
  payload: PayloadRecord;
  suspicion: Suspicion;
  /** Computes the stage's result from the payload's id. */
  resultOf: (payloadId: number) => Omit<UnconfirmedMenu, 'crawlRunId'>;
}

const ERROR_KIND: FailureKind = 'SuspectPayload';

/**
 * Ends a run whose menu is not believed: stores the payload as suspect, completes the fetch stage and closes the run, in one
 * transaction. A retry after a lost answer finds the stage completed. The store counts as crawled and is due again only after its
 * interval, since a separate waiting crawl settles the doubt.
 * @throws CrawlError StaleAttempt when the attempt no longer holds the run; the payload's file then has no row
 */
export async function endUnconfirmed(
  db: Db,
  run: HeldRun,
  { payload, suspicion, resultOf }: Unbelieved,
): Promise<UnconfirmedMenu> {
  return db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    const payloadId = await insertPayloadRow(tx, run, { payload, verdict: 'suspect', suspicion });
    const result = { ...resultOf(payloadId), crawlRunId: run.crawlRunId };
    await writeDoneStage(tx, run, { stage: 'fetch', result });
    await sql`
      update crawl_runs set payload_id = ${payloadId}, ${asEnded({ status: 'unconfirmed', errorKind: ERROR_KIND, errorMessage: suspicion.message })}
      where id = ${run.crawlRunId}
    `.execute(tx);
    await sql`
      update dispensaries set last_crawl_started_at =
        greatest(last_crawl_started_at, (select started_at from crawl_runs where id = ${run.crawlRunId}))
      where id = ${run.dispensaryId}
    `.execute(tx);
    await releaseStore(tx, run);
    return result;
  });
}
