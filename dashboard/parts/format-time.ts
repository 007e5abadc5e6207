import { lazily, localeOfReader } from './locale.ts';

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short', ...TIME } as const;
const ofToday = lazily(() => new Intl.DateTimeFormat(localeOfReader(), TIME));
const ofThisYear = lazily(() => new Intl.DateTimeFormat(localeOfReader(), DAY));
const ofAnotherYear = lazily(() => new Intl.DateTimeFormat(localeOfReader(), { ...DAY, year: 'numeric' }));

/** Formats a time of day, with the date unless it is today, such as `13:05` or `12 Jan, 13:05`. */
export function timeWithDay(at: string | number, nowMs: number): string {
  const [moment, now] = [new Date(at), new Date(nowMs)];
  return withPlainSpaces(formatFor(moment, now).format(moment));
}

function formatFor(moment: Date, now: Date): Intl.DateTimeFormat {
  if (moment.toDateString() === now.toDateString()) return ofToday();
  return moment.getFullYear() === now.getFullYear() ? ofThisYear() : ofAnotherYear();
}

/** Replaces the narrow spaces that `Intl` writes before `PM`, because small fonts lack them. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u202f', ' ');
}
