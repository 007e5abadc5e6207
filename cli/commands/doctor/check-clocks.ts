import { CLOCK_OFF_REPORTED_MS } from '../../../domain/worker.ts';
import type { QueuePollers } from '../../../temporal-client/read-pollers.ts';
import { findingsOf, type Finding } from './finding.ts';

/** The greatest normal age of the last poll: a poll lasts up to a minute, and workflow pollers begin the next one at once. */
const POLL_MS_MAX = 90_000;

/** Compares the database's clock with this machine's. @param aheadMs how far the database's clock is ahead; negative: behind */
export function checkDatabaseClock(aheadMs: number): Finding {
  const { ok, broken } = findingsOf('clock: database');
  const seconds = Math.abs(aheadMs / 1000).toFixed(1);
  if (Math.abs(aheadMs) <= CLOCK_OFF_REPORTED_MS) return ok(`within ${seconds} s of this machine's`);
  return broken(`${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`, MEND);
}

const MEND = 'Set the clocks of both machines from the network (NTP).';

/**
 * Compares Temporal's clock with this machine's, as far as the times of the workers' polls show.
 * @param queue the pollers of the workflow queue, which is polled all the time
 */
export function checkTemporalClock({ lastPolledAt }: QueuePollers, nowMs: number): Finding {
  const { ok, warning, broken, unknown } = findingsOf('clock: Temporal');
  if (lastPolledAt === null) return unknown('unknown while no worker polls it');
  const aheadMs = lastPolledAt.getTime() - nowMs;
  if (aheadMs > CLOCK_OFF_REPORTED_MS)
    return broken(`at least ${Math.round(aheadMs / 1000)} s ahead of this machine's`, MEND);
  if (aheadMs < -POLL_MS_MAX)
    return warning(
      `a worker polled last ${Math.round(-aheadMs / 1000)} s ago: Temporal's clock is behind this machine's, or the workers hang`,
      `${MEND} See the workers' logs.`,
    );
  return ok(`no more than ${Math.max(0, Math.ceil(-aheadMs / 1000))} s behind this machine's`);
}
