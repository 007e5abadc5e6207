import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { GOING_ON_SECONDS, PROCESSES_LEFT, START_FAULT } from '../../faults/strikes/start-fault.ts';
import { openStartWorld } from '../../faults/world/start-world.ts';

const SEED = 5;

/** A stage's heartbeat timeout, which is at most a minute, and a start on a busy machine. */
const GOING_ON_SECONDS_MAX = 60 + 120;

test('crawls outlast kills of npm start, and nothing of it is left behind', async () => {
  const opened = await openStartWorld({ dispensaries: 4, products: 40, seed: SEED });
  onTestFinished(() => opened.close());
  const results = await runRounds(opened, {
    seed: SEED,
    rounds: 2,
    faults: [{ ...START_FAULT, strikes: 1 }],
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  expect(results.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(results.map(({ hits }) => hits)).toEqual([1, 1]);
  const figures = Map.groupBy(
    results.flatMap((result) => result.figures),
    ({ name }) => name,
  );
  expect(figures.get(PROCESSES_LEFT)?.map(({ value }) => value)).toEqual([0, 0]);
  for (const { value } of figures.get(GOING_ON_SECONDS)!) {
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(GOING_ON_SECONDS_MAX);
  }
});
