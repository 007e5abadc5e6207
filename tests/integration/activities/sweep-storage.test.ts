import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { createSweepStorageActivities } from '../../../activities/sweep-storage.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('the sweep deletes what ended longer ago than runs are kept, and nothing where they are kept for ever', async () => {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('sweep-');
  const sweep = (runDays: number | null) =>
    new MockActivityEnvironment().run(() =>
      createSweepStorageActivities({
        db,
        storageRoot: root,
        payloadFiles: createPayloadFiles({ root, held: null }),
        pageSpool: createPageSpool({ root }),
        retention: { days: null, perDispensary: null },
        snapshotMonths: null,
        jobDays: null,
        runDays,
        returnSeconds: 600,
      }).sweepStorage(),
    );
  for (const days of [100, 10])
    await makeRun(db, { id: runIdAt(daysAgo(days).getTime()), ended_at: daysAgo(days) });
  const folder = join(root, 'jobs/one');
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['0001.bin', 30],
    ['.0002.0123456789ab.part', 8],
    ['.0002.0123456789ab.part.json', 8],
    ['.0003.0123456789ab.part', 6],
  ] as const) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), daysAgo(days), daysAgo(days));
  }
  expect(await sweep(null)).toMatchObject({ deletedRuns: 0 });
  // Of the downloads of jobs, only unfinished ones are deleted, after a week.
  expect((await readdir(folder)).toSorted()).toEqual(['.0003.0123456789ab.part', '0001.bin']);
  expect(await sweep(90)).toMatchObject({ deletedRuns: 1, droppedPartitions: [] });
  expect(await sweep(90)).toMatchObject({ deletedRuns: 0 });
  expect(await db.selectFrom('runs').select('id').execute()).toHaveLength(1);
});
