import { heartbeat } from '@temporalio/activity';
import { watchAnswers, type AnswerWatch } from '../db/answer-watch.ts';

/** Well below the shortest heartbeat timeout. Cancellations arrive with heartbeat responses, so this also bounds their delay. */
const HEARTBEAT_EVERY_MS = 3_000;

/** Above the longest timeout of a request or a statement: DATABASE_STATEMENT_TIMEOUT_MS is at most four minutes. */
const STILL_MS_MAX = 5 * 60_000;

/** Responses usually take milliseconds. */
const WAIT_SHOWN_AFTER_MS = 2_000;

/**
 * Heartbeats while work runs: a request, or waiting for a busy host, may take longer than the heartbeat timeout. If neither
 * a database response nor the details change for `stillMsMax`, heartbeats stop and Temporal reschedules the work. While
 * the work waits for the database, the heartbeats say so.
 * @param details what a retry needs to resume from here
 * @param stillMsMax how long the work may go without a database response or a change of the details
 */
export async function heartbeatWhile<Result>(
  details: () => unknown,
  work: () => Promise<Result>,
  { stillMsMax = STILL_MS_MAX }: { stillMsMax?: number } = {},
): Promise<Result> {
  const watch: AnswerWatch = { lastAnswerAt: performance.now(), waiting: new Set() };
  let known = { text: JSON.stringify(details()), since: performance.now() };
  heartbeat(details());
  const beat = (): void => {
    const now = details();
    const text = JSON.stringify(now);
    if (text !== known.text) known = { text, since: performance.now() };
    const movedAt = Math.max(known.since, watch.lastAnswerAt);
    if (performance.now() - movedAt < stillMsMax) heartbeat(withWait(now, watch));
  };
  const timer = setInterval(beat, HEARTBEAT_EVERY_MS);
  try {
    return await watchAnswers(watch, work);
  } finally {
    clearInterval(timer);
  }
}

function withWait(details: unknown, { waiting }: AnswerWatch): unknown {
  const [oldest] = waiting;
  const waitedMs = oldest === undefined ? 0 : performance.now() - oldest.since;
  if (waitedMs < WAIT_SHOWN_AFTER_MS) return details;
  const waitsFor = `the database, for ${Math.round(waitedMs / 1000)} s`;
  return typeof details === 'object' ? { ...details, waitsFor } : { details, waitsFor };
}
