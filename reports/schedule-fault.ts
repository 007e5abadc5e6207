import type { ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { formatSpan } from './time-span.ts';

/** What is wrong with a schedule. */
export interface ScheduleFault {
  state: 'failed' | 'late';
  /** A clause without the name of the schedule, such as `is late: it was due 12 min ago`. */
  words: string;
}

/** How long a start may wait for a worker or a busy server before it counts as late. */
const LATE_MINUTES = 5;

const ERROR_CHARACTERS_MAX = 200;

/** Returns what is wrong with a schedule; null: nothing. A paused schedule is never late, but its last run may have failed. */
export function scheduleFault(report: ScheduleReport, now: Date): ScheduleFault | null {
  const { lastRun, nextRunAt, paused } = report;
  if (lastRun?.outcome === 'failed') {
    const reason = lastRun.error === null ? '' : `: ${lastRun.error.slice(0, ERROR_CHARACTERS_MAX)}`;
    return { state: 'failed', words: `failed ${formatSpan(minutesSince(lastRun.at, now))} ago${reason}` };
  }
  if (paused) return null;
  if (lastRun?.outcome === 'waiting' && minutesSince(lastRun.at, now) > LATE_MINUTES)
    return {
      state: 'late',
      words: `is late: no worker has taken its start for ${formatSpan(minutesSince(lastRun.at, now))}`,
    };
  if (nextRunAt !== null && minutesSince(nextRunAt, now) > LATE_MINUTES)
    return { state: 'late', words: `is late: it was due ${formatSpan(minutesSince(nextRunAt, now))} ago` };
  return null;
}

function minutesSince(moment: Date, now: Date): number {
  return Math.max(0, (now.getTime() - moment.getTime()) / 60_000);
}
