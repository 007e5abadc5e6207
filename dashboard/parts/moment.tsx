import { useSyncExternalStore } from 'react';
import { lazily, localeOfReader } from './locale.ts';
import { timeWithDay, withPlainSpaces } from './format-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const exactFormat = lazily(
  () => new Intl.DateTimeFormat(localeOfReader(), { dateStyle: 'medium', timeStyle: 'long' }),
);

/** Shows a time relative to now, such as `3 min ago`, with the exact time and zone on hover. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {spanTo(Date.parse(at), now)}
    </time>
  );
}

/** Shows how long something took, or has taken so far. */
export function Lasting({ from, to }: { from: string; to: string | null }) {
  const now = useNow();
  return inUnits(Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from)));
}

/** Formats a time of day such as `13:05` or `1:05 PM`, with the date unless it is today. */
export function clockTime(at: string | number): string {
  return timeWithDay(at, Date.now());
}

/** Formats a time with date, time of day and time zone. */
export function exactTime(at: string | number): string {
  return withPlainSpaces(exactFormat().format(new Date(at)));
}

/** Formats a time relative to now, such as `3 min ago` or `in 2 h`. */
function spanTo(atMs: number, nowMs: number): string {
  const span = Math.abs(nowMs - atMs);
  if (span < 5 * SECOND) return 'now';
  const text = inUnits(span);
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

/** Formats a duration in milliseconds, such as `0.4 s` or `35 min`. */
export function inUnits(span: number): string {
  if (span < 3 * SECOND) return `${(span / SECOND).toFixed(1)} s`;
  if (span < MINUTE) return `${Math.round(span / SECOND)} s`;
  if (span < 2 * HOUR) return `${Math.round(span / MINUTE)} min`;
  if (span < 2 * DAY) return `${Math.round(span / HOUR)} h`;
  return `${Math.round(span / DAY)} days`;
}

const TICK_MS = 10 * SECOND;

/** One clock for the whole page, because a long list shows thousands of times. */
const CLOCK_OF_PAGE = createClock();

/** Returns the current time, and renders the component again every 10 seconds. */
export function useNow(): number {
  const ticked = useSyncExternalStore(CLOCK_OF_PAGE.subscribe, CLOCK_OF_PAGE.read);
  return Math.max(ticked, Date.now());
}

function createClock() {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      timer ??= setInterval(tick, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
