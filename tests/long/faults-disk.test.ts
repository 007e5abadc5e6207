import { expect, onTestFinished, test } from 'vitest';
import { formatFinding } from '../../faults/check/finding.ts';
import { runRounds } from '../../faults/run-rounds.ts';
import { scoreRounds } from '../../faults/scorecard.ts';
import { DISK_FAULT, DISK_RECOVERY, STORAGE_DISK_BYTES } from '../../faults/strikes/disk-fault.ts';
import { openOwnWorld } from '../../faults/world/own-world.ts';
import { NO_SMALL_DISK } from '../support/small-disk.ts';

const SEED = 11;

/** A control, which looks like a full disk, but leaves all space free. */
const NOT_FILLED: typeof DISK_FAULT = {
  ...DISK_FAULT,
  name: 'not-filled',
  strike: (scene, aim) =>
    DISK_FAULT.strike({ ...scene, storageDisk: { ...scene.storageDisk!, fill: async () => undefined } }, aim),
};

test('a disk that is full in the middle of crawls loses nothing, and crawls go on when it has space', async ({
  skip,
}) => {
  const own = await openOwnWorld({
    dispensaries: 4,
    products: 40,
    seed: SEED,
    storageDiskBytes: STORAGE_DISK_BYTES,
  });
  onTestFinished(() => own.close());
  if (own.storageDisk === null) return skip(NO_SMALL_DISK);
  const results = await runRounds(own, {
    seed: SEED,
    rounds: 2,
    faults: [DISK_FAULT, NOT_FILLED].map((fault) => ({ ...fault, strikes: 1 })),
    progress: (line) => void process.stdout.write(`${line}\n`),
  });
  const filled = results.filter(({ fault }) => fault === DISK_FAULT.name);
  const notFilled = results.filter(({ fault }) => fault === NOT_FILLED.name);
  expect(filled.map(({ findings }) => findings.map(formatFinding))).toEqual([[], []]);
  expect(filled.map(({ hits }) => hits)).toEqual([1, 1]);
  expect(scoreRounds(filled).find(({ line }) => line === DISK_RECOVERY)).toMatchObject({ n: 2, ok: true });
  const missed = expect.stringMatching(
    /^strikes: a strike had no effect: expected a hit, found no attempt of the \w+ of crawl\/\d+ has found the disk full$/,
  ) as string;
  expect(notFilled.map(({ findings }) => findings.map(formatFinding))).toEqual([[missed], [missed]]);
});
