import { timeWithDay } from '../parts/time-words.ts';
import type { Overview } from '../server/api-client.ts';

type Told = Pick<Overview, 'capacity' | 'failures' | 'verdict' | 'quarantine' | 'scheduled' | 'generated_at'>;

/** What waits, when it goes on, and what of it waits for a person. */
export function outlookOf(overview: Told): string {
  const { capacity, verdict } = overview;
  const waiting = capacity.roles.filter(({ pending }) => pending > 0);
  const backlog =
    waiting.length === 0
      ? 'No task waits for a worker.'
      : `${waiting.map(({ role, forecast }) => `${role} ${forecast.words.replaceAll('`', '')}`).join('; ')}.`;
  const coming = [backlog, ...scheduledIn(overview)];
  if (verdict === 'good') return coming.join(' ');
  const hands = handsFor(overview);
  return [...coming, ...retriesIn(overview), ...hands].join(' ');
}

function scheduledIn({ scheduled: { count, next_at: nextAt }, generated_at: now }: Told): string[] {
  if (nextAt === null) return [];
  return [
    `${count} ${count === 1 ? 'waits for its' : 'wait for their'} time, the next at ${timeWithDay(nextAt, Date.parse(now))}.`,
  ];
}

function retriesIn({ scheduled: { retries, next_retry_at: nextAt }, generated_at: now }: Told): string[] {
  if (nextAt === null) return [];
  const those = retries === 1 ? '1 dispensary' : `${retries} dispensaries`;
  return [
    `What failed at ${those} is tried again by itself, the next at ${timeWithDay(nextAt, Date.parse(now))}.`,
  ];
}

/** What waits for a person. */
function handsFor({ failures, quarantine, scheduled: { retries } }: Told): string[] {
  const left = failures.groups.some(({ count, recovered, retrying }) => recovered + retrying < count);
  const what = retries === 0 ? 'What failed' : 'What else failed';
  return [
    ...(left ? [`${what} stays failed until you retry it or it is due again.`] : []),
    ...(quarantine.waiting > 0
      ? ['Menus in doubt are looked at again with the next crawls, or decided by you.']
      : []),
  ];
}
