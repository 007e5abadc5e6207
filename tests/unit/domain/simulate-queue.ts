import type { Load } from '../../../domain/capacity.ts';

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

/**
 * Lets a fleet work: tasks come at random moments (Poisson), each holds a slot for a time of its own (half of the mean
 * and an exponential half), and waits where all slots are taken.
 * @returns hours until, for the first time, nothing waits; null when that does not happen in `hoursMax`
 */
export function hoursUntilDrained(
  load: Load,
  slots: number,
  options: { seed: number; hoursMax: number },
): number | null {
  const random = seeded(options.seed);
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean;
  const serviceHours = (): number => {
    const mean = load.slotSeconds / 3600;
    return mean / 2 + exponential(mean / 2);
  };
  const nextArrival = (from: number): number =>
    load.arrivalsPerHour === 0 ? Infinity : from + exponential(1 / load.arrivalsPerHour);
  const freeAt = Array.from({ length: slots }, () => 0);
  let waiting = load.backlog;
  let arrival = nextArrival(0);
  let drainedAt = 0;
  while (waiting > 0) {
    const now = Math.min(...freeAt);
    if (now > options.hoursMax) return null;
    for (; arrival <= now; arrival = nextArrival(arrival)) waiting += 1;
    waiting -= 1;
    freeAt[freeAt.indexOf(now)] = now + serviceHours();
    drainedAt = now;
  }
  return drainedAt;
}
