import { minutesBetween, formatSpan } from '../time-span.ts';
import { UNKNOWN } from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/** A start may be late by its jitter and by what workers have to do before. */
const GRACE = 1.1;

/**
 * Nothing failed, nothing waits, and yet no crawl starts although a schedule should start some: as when it fires for a state that has no
 * stores. Only stores whose menu is too old are proof, since others may have longer intervals of their own.
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

/** Whether no crawl starts although one should. */
export function isSilent({ crawls, overdue, open, now }: VerdictFacts): boolean {
  if (crawls === null || crawls.schedule === null || open === null) return false;
  if (overdue === null || overdue.count === 0) return false;
  if (open.tasks.pending + open.tasks.running > 0) return false;
  const { lastStartAt, schedule } = crawls;
  return lastStartAt === null || minutesBetween(lastStartAt, now) > schedule.intervalHours * 60 * GRACE;
}
