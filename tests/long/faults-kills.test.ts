import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { onlyOneAttempt, STAGE_FAULTS, strikingStages } from '../../faults/strikes/stage-faults.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';

const SEED = 11;

/** Looks like a kill of the worker, and kills nobody. */
const NO_KILL = strikingStages({
  name: 'no-kill',
  about: 'Nothing happens.',
  roundSeconds: 10,
  strikes: 1,
  async hit({ scene, crawl, stage, release }) {
    await release();
    return { missed: () => onlyOneAttempt(scene.world, crawl, stage) };
  },
});

test('kills of the worker, PostgreSQL and Temporal in the middle of crawls lose nothing, and each is proved to have hit', async () => {
  const own = await openOwnWorld({ dispensaries: 10, products: 110, seed: SEED });
  onTestFinished(() => own.close());
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 1,
    faults: [NO_KILL, ...STAGE_FAULTS],
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  const [noKill, ...kills] = results;
  // A round that struck nothing is not in order, whatever else is.
  expect(noKill?.findings.map(formatFinding)).toEqual([
    expect.stringMatching(
      /^strikes: a strike hit nothing: expected a hit, found the \w+ of crawl\/\d+ was done in one attempt$/,
    ),
  ]);
  expect(kills.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(kills.map(({ fault, hits }) => [fault, hits])).toEqual(
    STAGE_FAULTS.map(({ name, strikes }) => [name, strikes]),
  );
});
