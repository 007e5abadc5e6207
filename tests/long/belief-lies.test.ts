import { expect, test } from 'vitest';
import { harmfulAttacks } from '../../bench/belief/attacks.ts';

/** The seed of the attack. To try another one: `BELIEF_SEED=7 npx vitest run --project long tests/long/belief-lies.test.ts`. */
const SEED = Number(process.env['BELIEF_SEED'] ?? 3);

/**
 * Lies that may get in: they begin with a tenth of the menu, and look like an honest menu of another day (see bench/belief-measured.md).
 * The later steps of such a lie are doubted, as belief-attacks.test.ts shows.
 */
const MAY_GET_IN = new Set(['sold-out-in-steps', 'prices-rise-in-steps']);

test.each([1, 0.3])('lies about a share of %d of a menu do not get in', async (share) => {
  let [harmful, missed] = [0, 0];
  const unexpected: string[] = [];
  for await (const { kind, platform, refusedFor } of harmfulAttacks({ seeds: [SEED], share })) {
    harmful += 1;
    if (refusedFor !== null) continue;
    missed += 1;
    if (share === 1 && !MAY_GET_IN.has(kind.name)) unexpected.push(`${kind.name} on ${platform}`);
  }
  expect(harmful).toBeGreaterThan(150);
  expect(unexpected).toEqual([]);
  expect(1 - missed / harmful).toBeGreaterThan(0.98);
});
