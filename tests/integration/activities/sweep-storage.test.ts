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
  expect(await sweep(null)).toMatchObject({ deletedRuns: 0 });
  expect(await sweep(90)).toMatchObject({ deletedRuns: 1, droppedPartitions: [] });
  expect(await sweep(90)).toMatchObject({ deletedRuns: 0 });
  expect(await db.selectFrom('runs').select('id').execute()).toHaveLength(1);
});
