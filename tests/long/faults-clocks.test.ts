import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { API_CLOCK_FAULT } from '../../faults/strikes/api-clock-fault.ts';
import { CLOCK_FAULTS, jumpingClock } from '../../faults/strikes/clock-faults.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';

const SEED = 21;

/** A control, which looks like a jump of a clock, but leaves the clock right. */
const NO_JUMP = jumpingClock({ name: 'no-jump', by: 'not at all', aheadMs: 0, reportedWithinMs: 2_000 });

test('clocks of a worker and of the API that are two hours off leave products and history right', async () => {
  const own = await openOwnWorld({ dispensaries: 4, products: 40, seed: SEED });
  onTestFinished(() => own.close());
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: [...CLOCK_FAULTS, API_CLOCK_FAULT, NO_JUMP].map((fault) => ({ ...fault, strikes: 1 })),
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  const still = results.filter(({ fault }) => fault === NO_JUMP.name);
  const wrong = results.filter((result) => !still.includes(result));
  expect(wrong.map(({ findings }) => findings.map(formatFinding))).toEqual(wrong.map(() => []));
  expect(wrong.map(({ hits }) => hits)).toEqual([1, 1, 1, 1, 1, 1]);
  const line = scoreRounds(wrong).find((each) => each.line === 'clocks: wrong products and snapshots');
  expect(line).toMatchObject({ value: 0, goal: 0, ok: true });
  const missed = expect.stringMatching(
    /^strikes: a strike had no effect: expected a hit, found false-clock-\d+ never reported/,
  ) as string;
  expect(still.map(({ findings }) => findings.map(formatFinding))).toEqual([[missed], [missed]]);
});
