import { describe, expect, test } from 'vitest';
import { takeTurns, turnOrder } from '../../../bench/take-turns.ts';

describe('the order of the turns', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('of %i ways has each way equally often at each position', (ways) => {
    const orders = wholeCycle(ways);
    for (let position = 0; position < ways; position += 1)
      expect(counts(orders.map((order) => order[position]))).toEqual(
        Array.from({ length: ways }, () => orders.length / ways),
      );
  });

  test.each([2, 3, 4, 5, 6, 7])('of %i ways has each way equally often after each other way', (ways) => {
    const orders = wholeCycle(ways);
    const neighbors = orders.flatMap((order) =>
      order.slice(1).map((way, at) => `${order[at]} before ${way}`),
    );
    const timesEach = neighbors.length / (ways * (ways - 1));
    expect(counts(neighbors)).toEqual(Array.from({ length: ways * (ways - 1) }, () => timesEach));
  });
});

describe('taking turns', () => {
  test('runs every way once a round, and leaves the warm-up out of the results', async () => {
    const calls: string[] = [];
    const way = (name: string) => async (round: number) => {
      calls.push(`${name}${round}`);
      return round;
    };
    const beforeRounds: number[] = [];
    const rounds = await takeTurns(
      { a: way('a'), b: way('b') },
      { rounds: 2, warmUp: 1, beforeRound: async (round) => void beforeRounds.push(round) },
    );
    expect(calls).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'b3']);
    expect(rounds).toEqual([
      { a: 2, b: 2 },
      { a: 3, b: 3 },
    ]);
    expect(beforeRounds).toEqual([1, 2, 3]);
  });

  test('collects garbage before each turn', async () => {
    const collected = new Set<string>();
    const registry = new FinalizationRegistry((name: string) => collected.add(name));
    const leave = (name: string) => registry.register({ name }, name);
    await takeTurns(
      {
        first: async () => leave('first'),
        // Polls, because finalizers run in a task of their own after the garbage collection.
        second: async () => expect.poll(() => [...collected], { timeout: 60_000 }).toEqual(['first']),
      },
      { rounds: 1, warmUp: 0 },
    );
  });
});

function wholeCycle(ways: number): number[][] {
  const rounds = ways % 2 === 0 ? ways : 2 * ways;
  return Array.from({ length: rounds }, (_, round) => turnOrder(round, ways));
}

function counts(items: unknown[]): number[] {
  return [...Map.groupBy(items, (item) => item).values()].map((group) => group.length);
}
