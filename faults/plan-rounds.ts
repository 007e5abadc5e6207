import { createRandom, type Random } from '../sandbox/world/random.ts';
import type { AnyFault } from './strikes/fault.ts';

/** A planned strike: at which store, and when. */
export interface PlannedStrike {
  store: string;
  /** Moments in order of preference: the strike uses the first at which the store can be struck. */
  moments: readonly string[];
  /** The source of all other choices of the strike. */
  random: Random;
  /** The stores that are crawled at the same time. Their crawls are requested before the strike, in this order. */
  beside: readonly string[];
}

export interface RoundPlan {
  fault: AnyFault;
  round: number;
}

export interface PlanOptions {
  seed: number;
  /** The number of rounds of each fault. */
  rounds: number;
  /** The number of the only round to run, which reproduces an earlier one; absent: all rounds. */
  onlyRound?: number;
  faults: readonly AnyFault[];
}

/** Plans which rounds run, and in which order. */
export function planRounds({ rounds, onlyRound, faults }: Omit<PlanOptions, 'seed'>): RoundPlan[] {
  const numbers = onlyRound === undefined ? Array.from({ length: rounds }, (_, at) => at + 1) : [onlyRound];
  return numbers.flatMap((round) => faults.map((fault) => ({ fault, round })));
}

/**
 * Plans the strikes of a round. They depend only on the seed, the fault and the number of the round, so that a round that runs alone has
 * the same strikes.
 * @param stores names of all stores, always in the same order
 */
export function planStrikes(
  { fault: { name, strikes, moments }, round }: RoundPlan,
  { seed, stores }: { seed: number; stores: readonly string[] },
): PlannedStrike[] {
  if (stores.length < strikes) throw new Error(`Expected at least ${strikes} stores, found ${stores.length}`);
  const order = shuffle(stores, createRandom('faults', seed, name, round));
  const [struck, others] = [order.slice(0, strikes), order.slice(strikes)];
  // Each strike, also of the next round, starts at the next moment, so that few strikes cover all moments.
  const first = createRandom('faults', seed, name).whole(0, moments.length - 1) + (round - 1) * strikes;
  return struck.map((store, number) => ({
    store,
    moments: moments.map((_, at) => moments[(first + number + at) % moments.length]!),
    random: createRandom('faults', seed, name, round, number),
    beside: others.filter((_, at) => at % struck.length === number),
  }));
}

function shuffle(names: readonly string[], random: Random): string[] {
  return names
    .map((name) => ({ name, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ name }) => name);
}
