import { createRandom, type Random } from '../sandbox/world/random.ts';
import type { AnyFault } from './strikes/fault.ts';

/** What is to be struck, and when. */
export interface PlannedStrike {
  store: string;
  /** The first at which the store can be struck is taken. */
  moments: readonly string[];
  /** Makes whatever else the strike has to choose. */
  random: Random;
  /** The stores that are asked for before it, in this order, to be crawled beside it. */
  beside: readonly string[];
}

export interface RoundPlan {
  fault: AnyFault;
  round: number;
}

export interface PlanOptions {
  seed: number;
  /** Of each fault. */
  rounds: number;
  /** The number of a round that is to run alone, to repeat what happened in it. */
  onlyRound?: number;
  faults: readonly AnyFault[];
}

/** Plans the order of the rounds. */
export function planRounds({ rounds, onlyRound, faults }: Omit<PlanOptions, 'seed'>): RoundPlan[] {
  const numbers = onlyRound === undefined ? Array.from({ length: rounds }, (_, at) => at + 1) : [onlyRound];
  return numbers.flatMap((round) => faults.map((fault) => ({ fault, round })));
}

/**
 * Plans the strikes of a round. They follow from the seed, the fault and the number of the round alone, so that they are the same
 * when it runs without the others.
 * @param stores names of all stores, in an order that is always the same
 */
export function planStrikes(
  { fault: { name, strikes, moments }, round }: RoundPlan,
  { seed, stores }: { seed: number; stores: readonly string[] },
): PlannedStrike[] {
  if (stores.length < strikes) throw new Error(`Expected at least ${strikes} stores, found ${stores.length}`);
  const order = shuffle(stores, createRandom('faults', seed, name, round));
  const [struck, others] = [order.slice(0, strikes), order.slice(strikes)];
  // The moments take turns, also from round to round, so that few strikes come to all of them.
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
