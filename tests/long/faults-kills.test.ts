import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { API_FAULT } from '../../faults/strikes/api-fault.ts';
import { SIGTERM_FAULT } from '../../faults/strikes/sigterm-fault.ts';
import { STAGE_FAULTS, strikingStages } from '../../faults/strikes/stage-faults.ts';
import { onlyOneAttempt } from '../../faults/strikes/stage-history.ts';
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

/** Two strikes a round: in two rounds they come to all moments. */
const KILLS = [...STAGE_FAULTS, API_FAULT, SIGTERM_FAULT].map((fault) => ({ ...fault, strikes: 2 }));

/** Bounds of time are those of a machine with nothing else to do; beside other tests everything may take longer. */
const ROOM_FOR_LOAD = 4;

test('kills of processes and servers in the middle of crawls lose nothing, and each is proved to have hit', async () => {
  const own = await openOwnWorld({ dispensaries: 6, products: 110, seed: SEED });
  onTestFinished(() => own.close());
  const lines: string[] = [];
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: [NO_KILL, ...KILLS],
    progress: (line) => {
      lines.push(line);
      process.stdout.write(`${line}\n`);
    },
    expiresClaims: true,
  });
  // A round that struck nothing is not in order, whatever else is.
  const [[noKill], kills] = [results, results.filter(({ fault }) => fault !== NO_KILL.name)];
  expect(noKill?.findings.map(formatFinding)).toEqual([
    expect.stringMatching(
      /^strikes: a strike hit nothing: expected a hit, found the \w+ of crawl\/\d+ was done in one attempt$/,
    ),
  ]);
  expect(lines.filter((line) => line.includes('repeat'))).toEqual([
    expect.stringContaining(`npm run faults -- --seed ${SEED} --only no-kill --round 1`),
    expect.stringContaining(`npm run faults -- --seed ${SEED} --only no-kill --round 2`),
  ]);
  expect(kills.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(kills.map(({ hits }) => hits)).toEqual(kills.map(({ strikes }) => strikes));
  for (const { line, value, goal } of scoreRounds(kills))
    expect(value, line).toBeLessThanOrEqual(goal * ROOM_FOR_LOAD);
});
