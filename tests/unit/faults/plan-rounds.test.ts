import { expect, test } from 'vitest';
import { planRounds, planStrikes, type RoundPlan } from '../../../faults/plan-rounds.ts';
import type { AnyFault } from '../../../faults/strikes/fault.ts';

const STORES = Array.from({ length: 10 }, (_, at) => `store-${at}`);

const fault = (name: string, strikes: number): AnyFault => ({
  name,
  about: '',
  moments: ['fetch', 'ingest', 'images'],
  roundSeconds: 1,
  strikes,
  momentsOf: async () => [],
  strike: () => Promise.reject(new Error('not in this test')),
});

const FAULTS = [fault('one', 6), fault('two', 2), fault('three', 4)];

/** Returns a round's plan as plain values, with the first random number of each strike instead of its generator. */
const plain = (round: RoundPlan, seed: number) => ({
  fault: round.fault.name,
  round: round.round,
  strikes: planStrikes(round, { seed, stores: STORES }).map(({ random, ...strike }) => ({
    ...strike,
    choice: random.next(),
  })),
});

const plan = (
  faults: AnyFault[],
  { seed = 1, ...options }: { seed?: number; rounds?: number; onlyRound?: number } = {},
) => planRounds({ rounds: 3, faults, ...options }).map((round) => plain(round, seed));

test('a round is planned the same whatever other rounds run', () => {
  const all = plan(FAULTS);
  expect(all).toHaveLength(9);
  const ofTwo = all.filter((round) => round.fault === 'two');
  expect(plan([FAULTS[1]!])).toEqual(ofTwo);
  expect(plan(FAULTS.toReversed(), { rounds: 7 }).filter((round) => round.fault === 'two')).toEqual(
    expect.arrayContaining(ofTwo),
  );
  expect(plan([FAULTS[1]!], { onlyRound: 2 })).toEqual([ofTwo[1]]);
});

test('another seed, another fault and another round are planned differently', () => {
  const drawn = new Set(
    [...plan(FAULTS), ...plan(FAULTS, { seed: 2 })].flatMap(({ strikes }) =>
      strikes.map(({ choice }) => choice),
    ),
  );
  expect(drawn.size).toBe(2 * 3 * (6 + 2 + 4));
});

test('each store is crawled once in a round, and the strikes of two rounds come to all moments', () => {
  for (const { strikes } of plan(FAULTS))
    expect(strikes.flatMap(({ store, beside }) => [store, ...beside]).toSorted()).toEqual(STORES);
  const moments = plan([FAULTS[1]!], { rounds: 2 }).flatMap(({ strikes }) =>
    strikes.map((strike) => strike.moments[0]),
  );
  expect(new Set(moments)).toEqual(new Set(['fetch', 'ingest', 'images']));
});
