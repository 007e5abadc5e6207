import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { LINK_FAULTS } from '../../faults/strikes/link-faults.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';
import type { ServerLink } from '../../faults/world/server-link.ts';

type LinkFault = (typeof LINK_FAULTS)[number];

const SEED = 12;

/** Controls in which nothing happens to the link. There is no control for a fault whose strike waits until a connection is lost. */
const HARMLESS: LinkFault[] = LINK_FAULTS.flatMap((fault) => {
  const link: Partial<ServerLink> | undefined = {
    'link-transaction': { cutConnections: () => 0 },
    'link-commit': { loseCommit: () => new Promise<void>(() => undefined) },
    'link-delay': { delayAnswers: () => undefined },
  }[fault.name];
  if (link === undefined) return [];
  const strike: LinkFault['strike'] = (scene, aim) =>
    fault.strike({ ...scene, link: { ...scene.link, ...link } }, aim);
  return [{ ...fault, name: `harmless ${fault.name}`, strikes: 1, strike }];
});

test('cut, held and slow connections to PostgreSQL lose no crawl, and one worker survives all of them', async () => {
  const own = await openOwnWorld({ dispensaries: 4, products: 12, seed: SEED });
  onTestFinished(() => own.close());
  const faults = LINK_FAULTS.map((fault) => ({ ...fault, strikes: 1 }));
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults,
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  const harmless = await runRounds(own, {
    seed: SEED,
    rounds: 1,
    faults: HARMLESS,
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  const missed = (reason: RegExp) =>
    [expect.stringMatching(new RegExp(`^strikes: a strike had no effect: .*${reason.source}`))] as string[];
  expect(harmless.map(({ findings }) => findings.map(formatFinding))).toEqual([
    missed(/no connection was in a transaction/),
    missed(/no COMMIT of .* mentioned/),
    missed(/only 0 answers came late/),
  ]);
  expect(results.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(results.every(({ hits, strikes }) => hits === strikes)).toBe(true);
  expect(scoreRounds(results).filter(({ ok }) => !ok)).toEqual([]);
  expect(scoreRounds(results)).toEqual(
    expect.arrayContaining([
      { line: 'lost COMMIT answers: crawls lost', n: 2, value: 0, goal: 0, ok: true },
      { line: 'lost COMMIT answers: worker processes ended', n: 2, value: 0, goal: 0, ok: true },
      { line: 'link to PostgreSQL cut, held or slow: crawls lost', n: 8, value: 0, goal: 0, ok: true },
    ]),
  );
});
