import type { BrowserSize, Load } from '../../../domain/capacity.ts';

/** Creates a seeded random number generator for numbers from 0 to below 1: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Run {
  seed: number;
  hoursMax: number;
  /** The most tasks that begin per hour, evenly spaced; absent: no limit. */
  startsPerHour?: number;
  /** The browsers: a share of the tasks needs one of them in addition to a slot. */
  browsers?: BrowserSize;
}

/**
 * Simulates a fleet of workers. Tasks arrive at random times (Poisson). Each holds a slot for a random time: half of the mean, plus an
 * exponential part whose mean is the other half. A task waits while all slots are taken. Browser tasks wait in a queue of their own,
 * which has precedence.
 * @returns the hours until nothing waits for the first time; null if that takes longer than `hoursMax`
 */
export function hoursUntilDrained(load: Load, slots: number, options: Run): number | null {
  if (slots < 1) return null;
  const random = seeded(options.seed);
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean;
  const serviceHours = (seconds: number): number => {
    const mean = seconds / 3600;
    return mean / 2 + exponential(mean / 2);
  };
  const { share, plainSeconds, browserSeconds, browserFreeAt } = kindsOf(load, options.browsers);
  const spacing = options.startsPerHour === undefined ? 0 : 1 / options.startsPerHour;
  const nextArrival = (from: number): number =>
    load.arrivalsPerHour === 0 ? Infinity : from + exponential(1 / load.arrivalsPerHour);
  const freeAt = Array.from({ length: slots }, () => 0);
  const waiting = { plain: 0, browser: 0 };
  // Spreads browser tasks evenly, so that their share is the planned one.
  let come = 0;
  const add = (): void => {
    const isForBrowser = Math.floor((come + 1) * share) > Math.floor(come * share);
    waiting[isForBrowser ? 'browser' : 'plain'] += 1;
    come += 1;
  };
  for (let task = 0; task < load.backlog; task += 1) add();
  let arrival = nextArrival(0);
  let paceFrom = 0;
  let drainedAt = 0;
  while (waiting.plain + waiting.browser > 0) {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const now = Math.max(freeAt[slot] ?? 0, paceFrom);
    if (now > options.hoursMax) return null;
    for (; arrival <= now; arrival = nextArrival(arrival)) add();
    const browserAt = Math.min(...browserFreeAt);
    const takesBrowser = waiting.browser > 0 && browserAt <= now;
    if (!takesBrowser && waiting.plain === 0) {
      freeAt[slot] = browserAt;
      continue;
    }
    waiting[takesBrowser ? 'browser' : 'plain'] -= 1;
    const until = now + serviceHours(takesBrowser ? browserSeconds : plainSeconds);
    freeAt[slot] = until;
    if (takesBrowser) browserFreeAt[browserFreeAt.indexOf(browserAt)] = until;
    paceFrom = now + spacing;
    drainedAt = now;
  }
  return drainedAt;
}

function kindsOf({ slotSeconds }: Load, browsers?: BrowserSize) {
  const share = browsers?.share ?? 0;
  const browserSeconds = browsers?.slotSeconds ?? 0;
  return {
    share,
    browserSeconds,
    // The mean duration of tasks without a browser. The load's duration is the mean over both kinds.
    plainSeconds: (slotSeconds - share * browserSeconds) / (1 - share),
    browserFreeAt: Array.from({ length: browsers?.slots ?? 0 }, () => 0),
  };
}
