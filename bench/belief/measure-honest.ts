import { compareMenus } from '../../domain/belief/compare-menus.ts';
import { RULES } from '../../domain/belief/rules.ts';
import { judgeQuietDays, judgeTransitions } from './honest-passes.ts';

/** A seed that was not used for setting shares. */
const SEED = 7_001;
const QUIET_WORLDS = 40;
const STEPS = 10_000;

/** The measurement of honest menus. */
export interface MeasuredHonest {
  quiet: number;
  quietDoubted: number;
  /** The number of quiet menus with each fault. */
  faults: Map<string, number>;
  /** The share that 999 of 1,000 quiet menus do not exceed, by rule; of menus with 50 products or more. */
  usualShares: Map<string, number>;
  steps: number;
  stepsDoubted: number;
  /** Steps whose menu the confirmation half an hour later did not accept. */
  stepsHeld: number;
}

/** Crawls stores on ordinary days, and through events that change much of their menus. Takes minutes. */
export async function measureHonest(): Promise<MeasuredHonest> {
  const found = { quiet: 0, quietDoubted: 0, steps: 0, stepsDoubted: 0, stepsHeld: 0 };
  const faults = new Map<string, number>();
  const shares = new Map(RULES.map(({ name }) => [name, [] as number[]]));
  for await (const { suspicion, known, now } of judgeQuietDays(SEED, QUIET_WORLDS)) {
    found.quiet += 1;
    found.quietDoubted += Number(suspicion !== null);
    for (const fault of suspicion?.faults ?? []) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    if (now.ids.length < LARGE) continue;
    const judged = {
      known,
      fetched: now,
      ofOtherStores: { count: 0, first: [] },
      difference: compareMenus(known, now),
    };
    for (const { name, counts } of RULES) {
      const { count, of } = counts(judged);
      shares.get(name)?.push(of === 0 ? 0 : count / of);
    }
  }
  for (const { suspicion, isConfirmed } of judgeTransitions(SEED, STEPS)) {
    found.steps += 1;
    found.stepsDoubted += Number(suspicion !== null);
    found.stepsHeld += Number(isConfirmed === false);
  }
  return { ...found, faults, usualShares: new Map([...shares].map(([name, all]) => [name, highest(all)])) };
}

/**
 * Shares are measured only for menus with at least this many products: in a smaller menu, one or two products are a large share.
 */
const LARGE = 50;

/** Returns the share that 999 of 1,000 menus do not exceed. */
function highest(shares: number[]): number {
  return shares.toSorted((one, other) => one - other)[Math.floor(shares.length * 0.999)] ?? 0;
}
