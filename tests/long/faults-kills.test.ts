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

/** A control, which looks like a kill of the worker, but kills nothing. */
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

/** A control with an API that is not killed, so that it answers every request at once. */
const NO_API_KILL: typeof API_FAULT = {
  ...API_FAULT,
  name: 'no-api-kill',
  strikes: 1,
  strike: (scene, aim) =>
    API_FAULT.strike(
      { ...scene, api: { ...scene.api, kill: async () => undefined, start: async () => undefined } },
      aim,
    ),
};

/** The faults with two strikes per round, so that two rounds cover all moments. */
const KILLS = [...STAGE_FAULTS, API_FAULT, SIGTERM_FAULT].map((fault) => ({ ...fault, strikes: 2 }));

/**
 * Returns the factor by which a goal is raised: next to other tests, a start takes longer than on an idle machine. Other durations do
 * not, because a timer limits them.
 */
const roomForLoad = (line: string): number => (line.startsWith('PostgreSQL killed: seconds') ? 4 : 1);

test('kills of processes and servers in the middle of crawls lose nothing, and each is proved to have hit', async () => {
  const own = await openOwnWorld({ dispensaries: 6, products: 110, seed: SEED });
  onTestFinished(() => own.close());
  const lines: string[] = [];
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: [NO_KILL, NO_API_KILL, ...KILLS],
    progress: (line) => {
      lines.push(line);
      process.stdout.write(`${line}\n`);
    },
    expiresClaims: true,
  });
  // A round whose strike had no effect fails, even if there is no other finding.
  const [[noKill, noApiKill], kills] = [results, results.filter(({ fault }) => !fault.startsWith('no-'))];
  expect(noKill?.findings.map(formatFinding)).toEqual([
    expect.stringMatching(
      /^strikes: a strike had no effect: expected a hit, found the \w+ of crawl\/\d+ was done in one attempt$/,
    ),
  ]);
  expect(noApiKill?.findings.map(formatFinding)).toEqual([
    expect.stringMatching(
      /^strikes: a strike had no effect: expected a hit, found no connection of the request .+ broke$/,
    ),
  ]);
  expect(lines.filter((line) => line.includes('repeat'))).toEqual(
    [1, 2].flatMap((round) =>
      ['no-kill', 'no-api-kill'].map(
        (fault) =>
          expect.stringContaining(
            `npm run faults -- --seed ${SEED} --only ${fault} --round ${round}`,
          ) as string,
      ),
    ),
  );
  expect(kills.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(kills.map(({ hits }) => hits)).toEqual(kills.map(({ strikes }) => strikes));
  for (const { line, value, goal } of scoreRounds(kills))
    expect(value, line).toBeLessThanOrEqual(goal * roomForLoad(line));
});
