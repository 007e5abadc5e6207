import type { BrowserSize, Load } from '../../../domain/capacity.ts';

/** A repeatable source of numbers in [0, 1): the generator mulberry32. */
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
  /** No more tasks than that begin in an hour, evenly. */
  startsPerHour?: number;
  /** A share of the tasks needs one of so many browsers beside a slot. */
  browsers?: BrowserSize;
}

/**
 * Lets a fleet work: tasks come at random moments (Poisson), each holds a slot for a time of its own (half of the mean
 * and an exponential half), and waits where all slots are taken. Those for a browser wait in a queue of their own, which
 * goes first.
 * @returns hours until, for the first time, nothing waits; null when that does not happen in `hoursMax`
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
  // Every third or fourth, so that the mix is the one that was planned for.
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
    // The load's time is the mean of both kinds.
    plainSeconds: (slotSeconds - share * browserSeconds) / (1 - share),
    browserFreeAt: Array.from({ length: browsers?.slots ?? 0 }, () => 0),
  };
}
