import { compareMenus } from '../../domain/belief/compare-menus.ts';
import { RULES } from '../../domain/belief/rules.ts';
import { judgeQuietDays, judgeTransitions } from './honest-passes.ts';

/** A seed that nobody set shares by. */
const SEED = 7_001;
const QUIET_WORLDS = 40;
const STEPS = 10_000;

/** Honest menus. */
export interface MeasuredHonest {
  quiet: number;
  quietDoubted: number;
  /** How many of the quiet ones each fault was found in. */
  faults: Map<string, number>;
  /** By rule, the share that 999 of 1,000 quiet menus stay at or below; of menus of 50 products or more. */
  usualShares: Map<string, number>;
  steps: number;
  stepsDoubted: number;
  /** Not let in by the look half an hour later. */
  stepsHeld: number;
}

/** Crawls stores on days like any other, and through events that change much of their menus. Takes minutes. */
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

/** Of a menu of a few products one or two are a large share. */
const LARGE = 50;

/** What 999 of 1,000 are at or below. */
function highest(shares: number[]): number {
  return shares.toSorted((one, other) => one - other)[Math.floor(shares.length * 0.999)] ?? 0;
}
