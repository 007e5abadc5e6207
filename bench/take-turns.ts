import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Ways to do the same work, by name. Each does it once and returns its measurement; rounds count from 1, including the warm-up.
 */
export type Ways<Name extends string, Result> = Record<Name, (round: number) => Promise<Result>>;

/** Measurements by round and way. Ways of one round met the same machine conditions, so compare within rounds first. */
export type Rounds<Name extends string, Result> = Record<Name, Result>[];

export interface TurnOptions {
  rounds: number;
  /** Initial rounds that do not count. Default 1. */
  warmUp?: number;
  beforeRound?: (round: number) => Promise<void>;
}

/**
 * Runs every way once per round, in an order that changes with each round. Collects this process's garbage before each turn, so
 * that no way pays for the previous one.
 */
export async function takeTurns<Name extends string, Result>(
  ways: Ways<Name, Result>,
  { rounds, warmUp = 1, beforeRound }: TurnOptions,
): Promise<Rounds<Name, Result>> {
  const names = Object.keys(ways) as Name[];
  const measured: Rounds<Name, Result> = [];
  for (let round = 1; round <= warmUp + rounds; round += 1) {
    await beforeRound?.(round);
    const results: Partial<Record<Name, Result>> = {};
    for (const at of turnOrder(round - 1, names.length)) {
      const name = names[at]!;
      collectGarbage();
      results[name] = await ways[name](round);
    }
    if (round > warmUp) measured.push(results as Record<Name, Result>);
  }
  return measured;
}

/**
 * Returns the order of the ways in a round: a Latin square balanced for neighbours (Williams). Over as many rounds as there are
 * ways, or twice as many for an odd number, each way comes equally often at each position and after each other way.
 */
export function turnOrder(round: number, ways: number): number[] {
  const zigzag = Array.from({ length: ways }, (_, at) =>
    at % 2 === 1 ? (at + 1) / 2 : (ways - at / 2) % ways,
  );
  const order = zigzag.map((way) => (way + round) % ways);
  const isMirrored = ways % 2 === 1 && Math.floor(round / ways) % 2 === 1;
  return isMirrored ? order.toReversed() : order;
}

/** Returns a way whose measurement is the milliseconds that some work takes. */
export function timed(work: (round: number) => Promise<unknown>): (round: number) => Promise<number> {
  return async (round) => {
    const startedAtMs = performance.now();
    await work(round);
    return performance.now() - startedAtMs;
  };
}

/** Collects the garbage of this process. */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
}
