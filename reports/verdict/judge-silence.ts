import { minutesBetween, formatSpan } from '../time-span.ts';
import { UNKNOWN } from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/** Tolerance on the schedule's interval: jitter and busy workers may delay a start. */
const GRACE = 1.1;

/**
 * Reports that no crawl starts although a schedule should start some, while nothing fails or waits. This happens when a schedule
 * fires for a state without stores. Only overdue stores count as proof, since others may have longer intervals of their own.
 */
export function judgeSilence(facts: VerdictFacts): VerdictReason[] {
  const { crawls, overdue, now } = facts;
  if (!isSilent(facts) || crawls === null || crawls.schedule === null || overdue === null) return [];
  const { lastStartAt, schedule } = crawls;
  const since =
    lastStartAt === null
      ? 'No crawl has ever started'
      : `No crawl has started for ${formatSpan(minutesBetween(lastStartAt, now))}`;
  const next =
    schedule.nextRunAt === null
      ? ''
      : ` Its next run is in ${formatSpan(minutesBetween(now, schedule.nextRunAt))}.`;
  const text = `${since}, nothing waits, and the schedule ${schedule.id} should start some every ${formatSpan(schedule.intervalHours * 60)}: ${counted(overdue.count, 'dispensary is', 'dispensaries are')} overdue. See what its last runs started, and which state it is for.${next}`;
  return [
    {
      severity: 'bad',
      code: 'silence',
      words: text,
      ...UNKNOWN,
      page: '/#schedules',
      api: `/api/schedules/${schedule.id}`,
    },
  ];
}

/** Whether no crawl has started for longer than the schedule's interval while stores are overdue and no task is open. */
export function isSilent({ crawls, overdue, open, now }: VerdictFacts): boolean {
  if (crawls === null || crawls.schedule === null || open === null) return false;
  if (overdue === null || overdue.count === 0) return false;
  if (open.tasks.pending + open.tasks.running > 0) return false;
  const { lastStartAt, schedule } = crawls;
  return lastStartAt === null || minutesBetween(lastStartAt, now) > schedule.intervalHours * 60 * GRACE;
}
