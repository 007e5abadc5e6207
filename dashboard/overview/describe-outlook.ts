import { inDigits, inOneList } from '../parts/locale.ts';
import { timeWithDay } from '../parts/format-time.ts';
import type { Overview } from '../server/api-client.ts';

type ReportedState = Pick<Overview, 'capacity' | 'counts' | 'failures' | 'scheduled' | 'generated_at'>;

/**
 * Summarizes the backlog: what is pending, when it is cleared, what is retried, and what needs a person. The numbers agree with
 * those of the component `Counts`.
 */
export function outlookOf(overview: ReportedState): string {
  return [pendingIn(overview), ...forecastsIn(overview), ...retriesIn(overview), ...handsFor(overview)].join(
    ' ',
  );
}

function pendingIn({ counts, scheduled, generated_at: now }: ReportedState): string {
  const { tasks, jobs, pending, pending_more: hasMore } = counts;
  if (pending === 0) return 'Nothing is pending.';
  // The two numbers come from queries at slightly different times, so the part may be larger than the whole.
  const later = Math.min(scheduled.count, tasks.pending);
  const ready = tasks.pending - later;
  const more = hasMore ? '+' : '';
  const next =
    scheduled.next_at === null ? '' : `, the next at ${timeWithDay(scheduled.next_at, Date.parse(now))}`;
  const parts = [
    ...(ready === 0 ? [] : [`${counted(ready, 'task', more)} for a worker or the next attempt`]),
    ...(jobs.pending === 0 ? [] : [counted(jobs.pending, 'job')]),
    ...(later === 0 ? [] : [`${counted(later, 'task')} for ${later === 1 ? 'its' : 'their'} time${next}`]),
  ];
  return `${inDigits(pending)}${more} pending: ${inOneList(parts)}.`;
}

/** Formats a count with its noun. @param more `+` when counting stopped at a limit */
function counted(count: number, noun: string, more = ''): string {
  return `${inDigits(count)}${more} ${noun}${count === 1 && more === '' ? '' : 's'}`;
}

function forecastsIn({ capacity }: ReportedState): string[] {
  const waiting = capacity.roles.filter(({ pending }) => pending > 0);
  if (waiting.length === 0) return [];
  return [
    `${waiting.map(({ role, forecast }) => `${role}: ${forecast.words.replaceAll('`', '')}`).join('; ')}.`,
  ];
}

function retriesIn({
  scheduled: { retries, next_retry_at: nextAt },
  generated_at: now,
}: ReportedState): string[] {
  if (nextAt === null) return [];
  const those = retries === 1 ? '1 dispensary' : `${inDigits(retries)} dispensaries`;
  return [
    `What failed at ${those} is tried again by itself, the next at ${timeWithDay(nextAt, Date.parse(now))}.`,
  ];
}

/** Says that a part of the failures stays until a person retries it; empty if all have recovered, are retried, or need no retry. */
function handsFor({ failures, scheduled: { retries } }: ReportedState): string[] {
  const left = failures.groups.filter(
    ({ count, recovered, stopped, retrying }) => recovered + stopped + retrying < count,
  );
  const what = retries === 0 ? 'What failed' : 'What else failed';
  if (left.length === 0) return [];
  // Only tasks become due again; jobs never do.
  const orDue = left.some(({ of }) => of === 'tasks') ? ' or it is due again' : '';
  return [`${what} stays failed until you retry it${orDue}.`];
}
