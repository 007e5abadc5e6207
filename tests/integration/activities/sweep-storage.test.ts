import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSweepStorageActivities } from '../../../activities/sweep-storage.ts';
import type { Db } from '../../../db/connect.ts';
import { beginJob, completeJob } from '../../../db/queries/job-runs.ts';
import { deleteJob } from '../../../db/queries/jobs.ts';
import { saveJobFile } from '../../../stages/keep-job-files.ts';
import { createJobFiles } from '../../../storage/job-files.ts';
import { createPageSpool } from '../../../storage/page-spool.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeRun, runIdAt } from '../db/make-runs.ts';

const JOB = {
  createdAt: new Date(),
  jobType: 'sync',
  platform: null,
  account: null,
  priority: 5,
  payload: {},
  maxRetries: 3,
  scheduledFor: null,
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const sweepIn = (
  { db, root }: { db: Db; root: string },
  days: { runDays: number | null; jobDays: number | null },
) =>
  new MockActivityEnvironment().run(() =>
    createSweepStorageActivities({
      db,
      storageRoot: root,
      payloadFiles: createPayloadFiles({ root, held: null }),
      pageSpool: createPageSpool({ root }),
      retention: { days: null, perDispensary: null },
      snapshotMonths: null,
      returnSeconds: 600,
      ...days,
    }).sweepStorage(),
  );

test('the sweep deletes what ended longer ago than runs are kept, and nothing where they are kept for ever', async () => {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('sweep-');
  const sweep = (runDays: number | null) => sweepIn({ db, root }, { runDays, jobDays: null });
  for (const days of [100, 10])
    await makeRun(db, { id: runIdAt(daysAgo(days).getTime()), ended_at: daysAgo(days) });
  const folder = join(root, 'jobs/one');
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['0001.bin', 30],
    ['.0002.0123456789ab.part', 8],
    ['.0002.0123456789ab.part.json', 8],
    ['.0003.0123456789ab.part', 6],
    ['.0004.bin.0123456789ab.tmp', 8],
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

test('the sweep deletes the files of deleted jobs and earlier runs, and records what a kill left without a row', async () => {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('sweep-');
  const jobFiles = createJobFiles({ root });
  const sweep = () => sweepIn({ db, root }, { runDays: null, jobDays: 30 });
  for (const id of ['old', 'deleted', 'kept', 'open']) {
    const held = { id, workflowRunId: `run-${id}`, fence: 1 };
    await beginJob(db, { ...JOB, ...held }, { fence: 1, worker: 'one' });
    await saveJobFile({ db, jobFiles, holder: '', held }, 'a.txt', Buffer.from('a'));
    // Here a kill came before the row.
    await writeFile(join(root, 'jobs', id, 'b.txt'), 'b');
    if (id !== 'open') await completeJob(db, held, null);
  }
  await sql`update jobs set completed_at = now() - interval '31 days' where id = 'old'`.execute(db);
  await deleteJob(db, 'deleted', ['run-deleted']);
  const found = async () => (await walk(root)).filter((path) => path.endsWith('.txt'));
  // The sweep was killed after it had deleted a file.
  await rm(join(root, 'jobs/deleted/a.txt'));
  expect(await sweep()).toMatchObject({ forgottenJobs: 1, deletedJobFiles: 2 });
  expect(await sweep()).toMatchObject({ forgottenJobs: 0, deletedJobFiles: 0 });
  // Nothing knew the second files of the jobs that are gone.
  expect(await found()).toEqual([
    'deleted/b.txt',
    'kept/a.txt',
    'kept/b.txt',
    'old/b.txt',
    'open/a.txt',
    'open/b.txt',
  ]);
  const rows = await db
    .selectFrom('job_files')
    .select(['job_id', 'name'])
    .orderBy('job_id')
    .orderBy('name')
    .execute();
  expect(rows.map(({ job_id: id, name }) => `${id}/${name}`)).toEqual([
    'kept/a.txt',
    'kept/b.txt',
    'open/a.txt',
  ]);
});

const walk = async (root: string) =>
  (await readdir(join(root, 'jobs'), { recursive: true })).map(String).toSorted();
