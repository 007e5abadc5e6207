import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { FREEZE_FIGURES, freezing } from '../../faults/strikes/freeze-faults.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';

const SEED = 13;

/** Freezes that last until another worker has taken the stage over, which is a little longer than the heartbeat timeout. */
const FREEZES = [
  freezing({ name: 'freeze-fetch', moments: ['before the payload row', 'before the payload file'] }),
  freezing({ name: 'freeze-ingest', moments: ['before the ingest'] }),
  freezing({ name: 'freeze-images', moments: ['images'] }),
].map((fault) => ({ ...fault, strikes: 1 }));

test('attempts whose worker freezes before they write are done by another worker, and write nothing when they wake up', async () => {
  const own = await openOwnWorld({ dispensaries: 4, products: 20, seed: SEED });
  onTestFinished(() => own.close());
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: FREEZES,
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  expect(results.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(results.map(({ hits }) => hits)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(scoreRounds(results)).toContainEqual({
    line: 'writes of stale attempts',
    n: 4,
    value: 0,
    goal: 0,
    ok: true,
  });
  // Each frozen worker woke up only after another worker had taken its run over.
  const takenOver = results.flatMap(({ figures }) =>
    figures.filter(({ name }) => name === FREEZE_FIGURES.takenOver),
  );
  expect(takenOver.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1, 1]);
});
