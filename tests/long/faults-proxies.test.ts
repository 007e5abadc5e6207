import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { PROXY_FAULT, strikingProxies } from '../../faults/strikes/proxy-fault.ts';
import { STORM_FAULT, strikingStorefront } from '../../faults/strikes/storm-fault.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';

/** A seed with which the two rounds together have all five kinds of bad proxies. */
const SEED = 12;

const STORM = strikingStorefront({
  ...STORM_FAULT,
  status: 403,
  lastsSeconds: 60,
  lastsSecondsMax: 180,
});

/** Controls, which look like faults, but do nothing. */
const NO_FAULTS = [
  strikingProxies({ ...PROXY_FAULT, name: 'no-bad-proxies', ways: { 'proxy is good': {} }, strikes: 1 }),
  strikingStorefront({ ...STORM_FAULT, name: 'no-storm', status: null, lastsSeconds: 0, lastsSecondsMax: 1 }),
];

const progress = (line: string) => void process.stdout.write(`${line}\n`);

test('crawls outlast bad proxies among good ones and a storm of 403, and the right proxies are blamed', async () => {
  const own = await openOwnWorld({ dispensaries: 6, products: 25, seed: SEED });
  onTestFinished(() => own.close());
  // A strike without effect is a finding, even if there is no other one.
  const none = await runRounds(own, { seed: SEED, rounds: 1, faults: NO_FAULTS, progress });
  expect(none.map(({ findings }) => findings.map(formatFinding))).toEqual([
    [expect.stringContaining('no session failed because the proxy is good')],
    ['strikes: a strike had no effect: expected a hit, found 0 proxies were refused'],
  ]);
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: [{ ...PROXY_FAULT, strikes: 3 }, STORM],
    progress,
  });
  expect(results.flatMap(({ findings }) => findings.map(formatFinding))).toEqual([]);
  expect(results.map(({ fault, hits }) => [fault, hits])).toEqual([
    ['bad-proxies', 3],
    ['block-storm', 1],
    ['bad-proxies', 3],
    ['block-storm', 1],
  ]);
  const moments = results.flatMap((result) => Object.keys(result.moments));
  expect(moments).toEqual(expect.arrayContaining([...PROXY_FAULT.moments]));
  expect(scoreRounds(results).filter(({ ok }) => !ok)).toEqual([]);
});
