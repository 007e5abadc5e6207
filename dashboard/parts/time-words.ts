import { LOCALE } from './locale.ts';

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const OF_TODAY = new Intl.DateTimeFormat(LOCALE, TIME);
const OF_THIS_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', ...TIME });
const OF_ANOTHER_YEAR = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...TIME,
});

/** A time of day, with its date where that is not today's, such as `13:05` or `12 Jan, 13:05`. */
export function timeWithDay(at: string | number, nowMs: number): string {
  const [moment, now] = [new Date(at), new Date(nowMs)];
  return withPlainSpaces(formatFor(moment, now).format(moment));
}

function formatFor(moment: Date, now: Date): Intl.DateTimeFormat {
  if (moment.toDateString() === now.toDateString()) return OF_TODAY;
  return moment.getFullYear() === now.getFullYear() ? OF_THIS_YEAR : OF_ANOTHER_YEAR;
}

/** `Intl` writes a narrow space before `PM`, which small fonts lack. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u202f', ' ');
}
