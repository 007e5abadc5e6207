import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError } from '../domain/errors.ts';
import { watchWaits, type WaitWatch } from '../observability/waits.ts';
import { heartbeat } from './heartbeat.ts';

/** Well below the shortest heartbeat timeout. Cancellations arrive with heartbeat responses, so this also bounds their delay. */
const HEARTBEAT_EVERY_MS = 3_000;

/** How long work may stand still: longer than any request or statement, as DATABASE_STATEMENT_TIMEOUT_MS is at most four minutes. */
const STILL_MS_MAX = 5 * 60_000;

/** Shorter waits are not shown, because most waits end within milliseconds. */
const WAIT_SHOWN_AFTER_MS = 2_000;

/** A wait, as the heartbeat details show it to operators. */
interface ShownWait {
  what: string;
  /** ISO 8601. */
  since: string;
  /** ISO 8601; absent if unknown. */
  until?: string;
}

/**
 * Heartbeats while work runs: a request, or the wait for a busy host, may take longer than the heartbeat timeout. If no wait
 * succeeds and the details do not change for `stillMsMax`, heartbeats stop and Temporal reschedules the work. Heartbeats include
 * what the work waits for; after a failure, the last one includes what the next attempt waits for.
 * @param details what a retry needs to resume from here
 * @param stillMsMax how long the work may go without the end of a wait or a change of the details
 */
export async function heartbeatWhile<Result>(
  details: () => unknown,
  work: () => Promise<Result>,
  { stillMsMax = STILL_MS_MAX }: { stillMsMax?: number } = {},
): Promise<Result> {
  const watch: WaitWatch = { movedAt: performance.now(), open: new Set() };
  let known = { text: JSON.stringify(details()), since: performance.now() };
  heartbeat(details());
  const beat = (): void => {
    const now = details();
    const text = JSON.stringify(now);
    if (text !== known.text) known = { text, since: performance.now() };
    const movedAt = Math.max(known.since, watch.movedAt);
    if (performance.now() - movedAt < stillMsMax) heartbeat(withWait(now, currentWait(watch)));
  };
  const timer = setInterval(beat, HEARTBEAT_EVERY_MS);
  try {
    return await watchWaits(watch, work);
  } catch (error) {
    // Otherwise the details would show an ended wait until the next attempt starts.
    heartbeat(withWait(details(), waitBeforeRetry(error)));
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Adds what the work waits for to heartbeat details. */
export function withWait(details: unknown, waitingFor: ShownWait | null): unknown {
  if (waitingFor === null) return details;
  return typeof details === 'object' ? { ...details, waitingFor } : { details, waitingFor };
}

/** Returns the newest wait that is long enough to show, because a wait for a permit may include one for the database; else null. */
function currentWait({ open }: WaitWatch): ShownWait | null {
  const shown = [...open].findLast(({ since }) => performance.now() - since >= WAIT_SHOWN_AFTER_MS);
  if (shown === undefined) return null;
  return { what: scrubCredentials(shown.what), since: isoIn(shown.since - performance.now()) };
}

/** Returns what the next attempt waits for after a failure; null if it only waits for the usual delay. */
export function waitBeforeRetry(error: unknown): ShownWait | null {
  if (isDatabaseUnavailable(error)) return { what: 'the database', since: isoIn(0) };
  if (!(error instanceof CrawlError) || error.isFinal === true) return null;
  const what = causeOfDelay(error);
  if (what === null) return null;
  const { retryAfterMs } = error;
  return { what, since: isoIn(0), ...(retryAfterMs === undefined ? {} : { until: isoIn(retryAfterMs) }) };
}

function causeOfDelay({ kind, evidence }: CrawlError): string | null {
  if (kind === 'NoActiveProxy') return 'an active proxy';
  if (kind === 'StorageFull') return 'space on the disk';
  if (kind === 'WrongKey') return 'workers with the key of its credentials';
  if (kind !== 'RateLimited') return null;
  const { fault, target = 'the site' } = evidence ?? {};
  switch (fault) {
    case 'proxies-busy':
      return 'a free proxy; all are at their limit of sessions';
    case 'breaker-open':
      return `${target} to answer again: it refuses every proxy, and single requests try it`;
    case 'stopped':
      return `an operator to start ${target}`;
    default:
      return `the end of the pause that ${target} asked for`;
  }
}

function isoIn(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
