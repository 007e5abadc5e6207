import { heartbeat } from '@temporalio/activity';
import { watchAnswers, type AnswerWatch } from '../db/answer-watch.ts';

/**
 * Well below the shortest heartbeat timeout. A cancellation comes with the answer to a heartbeat, so this is also how
 * long one may wait.
 */
const HEARTBEAT_EVERY_MS = 3_000;

/** Every request and every statement ends earlier, in whichever way. */
const STILL_MS_MAX = 5 * 60_000;

/** Answers usually come within milliseconds. */
const WAIT_SHOWN_AFTER_MS = 2_000;

/**
 * Heartbeats while a piece of work goes on: a request may take longer than the heartbeat timeout, and a turn at a busy
 * host too. Work that hangs must not look alive: where nothing moves for long enough, the heartbeats stop, and
 * Temporal gives the work to another worker. What moves is an answer of the database, or a change of the details. While
 * the database is waited for, the heartbeats say so.
 * @param details what a retry would need to go on from here
 * @param stillMsMax how long nothing may move
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
