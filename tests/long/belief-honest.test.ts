import { expect, test } from 'vitest';
import { judgeQuietDays, judgeTransitions, type HonestStep } from '../../bench/belief/honest-passes.ts';

/** The seed of the world. To try another one: `BELIEF_SEED=7 npx vitest run --project long tests/long/belief-honest.test.ts`. */
const SEED = Number(process.env['BELIEF_SEED'] ?? 41);

/** The number of judged steps. `npm run bench -- belief` judges more than twice as many. */
const STEPS = 4_000;

test('honest steps of stores: none is held back for longer than one confirmation', () => {
  let steps = 0;
  const held: HonestStep[] = [];
  for (const step of judgeTransitions(SEED, STEPS)) {
    steps += 1;
    if (step.isConfirmed === false) held.push(step);
  }
  expect(steps).toBe(STEPS);
  expect(held.map(({ events, suspicion }) => ({ events, message: suspicion?.message }))).toEqual([]);
});

test('on days like any other, fewer than one menu in two hundred is doubted', async () => {
  let [steps, doubted] = [0, 0];
  for await (const step of judgeQuietDays(SEED, 16)) {
    steps += 1;
    if (step.suspicion !== null) doubted += 1;
  }
  expect(steps).toBeGreaterThan(1_000);
  expect(doubted / steps).toBeLessThan(0.005);
});
