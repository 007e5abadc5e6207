import { MockActivityEnvironment } from '@temporalio/testing';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepJobFile } from '../../../db/queries/job-files.ts';
import type { FileSession } from '../../../egress/session.ts';
import { beginJobFiles, keepJobResult, saveDownload, saveJobFile } from '../../../stages/keep-job-files.ts';
import { sweepJobFiles } from '../../../stages/sweep-job-files.ts';
import {
  beginJob,
  closeJob,
  completeJob,
  saveJobProgress,
  type JobRunName,
} from '../../../db/queries/job-runs.ts';
import { recordFoundFile } from '../../../db/queries/sweep-job-files.ts';
import { createJobFiles } from '../../../storage/job-files.ts';
import type { PartFile } from '../../../storage/part-file.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RUN: JobRunName = {
  id: 'nightly',
  workflowRunId: 'run-1',
  createdAt: new Date('2026-01-10T03:00:00Z'),
  jobType: 'sync',
  platform: null,
  account: null,
  priority: 5,
  payload: {},
  maxRetries: 3,
  scheduledFor: null,
};

async function openJob() {
  const { db } = await createTestDatabase();
  const root = await temporaryFolder('job-files-');
  const jobFiles = createJobFiles({ root });
  const folder = join(root, 'jobs/nightly');
  let fence = 0;
  /** Begins an attempt, as the activity does. */
  const begin = async (more: Partial<JobRunName> = {}, holder = '') => {
    fence += 1;
    const run = { ...RUN, ...more };
    const { cursor } = await beginJob(db, run, { fence, worker: 'one' });
    const tools = { db, jobFiles, holder, held: { ...run, fence } };
    await beginJobFiles(tools, { goesOn: cursor !== null });
    return tools;
  };
  return {
    db,
    jobFiles,
    folder,
    begin,
    rows: () =>
      db
        .selectFrom('job_files')
        .select(['name', 'holder', 'bytes', 'workflow_run_id', 'is_replaced'])
        .orderBy('name')
        .orderBy('holder')
        .execute(),
    files: async () => (await readdir(folder)).toSorted(),
  };
}

const progress = { percent: 50, message: 'half', cursor: { at: 1 } };

test('a file has a row with its bytes, hash and type, and an attempt that was given up writes nothing', async () => {
  const { db, begin, folder, rows, files } = await openJob();
  const one = await begin();
  await saveJobFile(one, 'page.json', Buffer.from('{"a":1}'));
  expect(await saveJobFile(one, 'page.json', Buffer.from('{}'))).toBe('jobs/nightly/page.json');
  expect(await db.selectFrom('job_files').selectAll().execute()).toMatchObject([
    {
      job_id: 'nightly',
      name: 'page.json',
      path: 'jobs/nightly/page.json',
      bytes: 2,
      sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      content_type: 'application/json',
      source: null,
    },
  ]);
  const two = await begin();
  await saveJobFile(two, 'page.json', Buffer.from('"two"'));
  for (const name of ['page.json', 'late.json'])
    await expect(saveJobFile(one, name, Buffer.from('late'))).rejects.toMatchObject({ kind: 'StaleAttempt' });
  await expect(saveJobFile(two, '../up', Buffer.from('x'))).rejects.toMatchObject({ kind: 'InvalidInput' });
  expect(await files()).toEqual(['page.json']);
  expect(await readFile(join(folder, 'page.json'), 'utf8')).toBe('"two"');
  expect(await rows()).toMatchObject([{ name: 'page.json', bytes: 5 }]);
});

test('a kill between a file and its row leaves no row of other bytes, and the next attempt records the file', async () => {
  const { db, begin, jobFiles, rows, files } = await openJob();
  const one = await begin();
  await saveJobFile(one, 'page.json', Buffer.from('old'));
  await saveJobProgress(db, one.held, progress);
  const saved = jobFiles.save(
    'nightly',
    { name: 'page.json', bytes: Buffer.from('<html>') },
    (file, publish) =>
      keepJobFile(db, one.held, {
        file: { ...file, contentType: 'text/plain', source: null, stem: null, holder: '' },
        async publish() {
          await publish();
          throw new Error('killed');
        },
      }),
  );
  await expect(saved).rejects.toThrow('killed');
  expect([await rows(), await files()]).toEqual([[], ['page.json']]);
  await begin();
  expect(await db.selectFrom('job_files').selectAll().execute()).toMatchObject([
    { name: 'page.json', bytes: 6, content_type: 'text/html' },
  ]);
});

test('a run that starts over deletes the files of earlier runs, and one that goes on keeps them', async () => {
  const { db, begin, folder, rows, files } = await openJob();
  const one = await begin();
  await saveJobFile(one, 'a.txt', Buffer.from('a'));
  await saveJobFile(one, 'b.txt', Buffer.from('b'));
  const part = '.0003.0123456789ab.part';
  await writeFile(join(folder, part), 'half');
  await saveJobProgress(db, one.held, progress);
  const goesOn = await begin({ workflowRunId: 'run-2', createdAt: new Date('2026-01-11T03:00:00Z') });
  expect(await files()).toEqual([part, 'a.txt', 'b.txt']);
  expect(await rows()).toMatchObject([{ workflow_run_id: 'run-2' }, { workflow_run_id: 'run-2' }]);
  await saveJobFile(goesOn, 'a.txt', Buffer.from('new'));
  // Another payload makes the cursor void, so the run starts over.
  const other = {
    workflowRunId: 'run-3',
    createdAt: new Date('2026-01-12T03:00:00Z'),
    payload: { since: 2 },
  };
  const over = await begin(other);
  expect([await files(), await rows()]).toEqual([[part], []]);
  await saveJobFile(over, 'c.txt', Buffer.from('c'));
  // A later attempt of the same run keeps what the run has stored.
  await begin(other);
  expect([await files(), await rows()]).toMatchObject([[part, 'c.txt'], [{ name: 'c.txt' }]]);
});

test('files on the own disk of another pod are replaced in the table, and left to that pod', async () => {
  const { db, begin, rows, jobFiles } = await openJob();
  const one = await begin({}, 'pod-1');
  await saveJobFile(one, 'a.txt', Buffer.from('a'));
  const two = await begin({}, 'pod-2');
  await saveJobFile(two, 'a.txt', Buffer.from('again'));
  expect(await rows()).toMatchObject([
    { holder: 'pod-1', is_replaced: true },
    { holder: 'pod-2', is_replaced: false },
  ]);
  await completeJob(db, two.held, null);
  // A kill left this one without a row; the sweep of its pod finds it.
  const [file] = await db.selectFrom('job_files').selectAll().where('holder', '=', 'pod-2').execute();
  const found = { ...file!, contentType: 'text/plain', source: null, holder: 'pod-0' };
  await recordFoundFile(db, { id: 'nightly', workflowRunId: 'run-1', names: [] }, found);
  expect(await rows()).toMatchObject([
    { holder: 'pod-0', is_replaced: true },
    { holder: 'pod-1', is_replaced: true },
    { holder: 'pod-2', is_replaced: false },
  ]);
  await begin(
    { workflowRunId: 'run-2', createdAt: new Date('2026-01-11T03:00:00Z'), payload: { since: 2 } },
    'pod-3',
  );
  expect((await rows()).map((row) => row.is_replaced)).toEqual([true, true, true]);
  // Here, the test's pods have one folder.
  expect(await jobFiles.list('nightly')).toEqual([]);
});

test('a sweep deletes a result that a kill has left without a row, and keeps one that its job completed with', async () => {
  const { db, begin, files, jobFiles, folder } = await openJob();
  const tools = await begin();
  const sweep = () => new MockActivityEnvironment().run(() => sweepJobFiles({ db, jobFiles, holder: '' }));
  const large = { text: 'x'.repeat(20_000) };
  await completeJob(
    db,
    tools.held,
    await keepJobResult(tools, { type: 'sync', result: large, bytesMax: 100_000 }),
  );
  await sweep();
  expect(await files()).toEqual(['.result.json']);
  await begin({ workflowRunId: 'run-2', createdAt: new Date('2026-01-11T03:00:00Z') });
  await mkdir(folder);
  await writeFile(join(folder, '.result.json'), '{}');
  await sweep();
  expect(await files()).toEqual(['.result.json']);
  const end = { status: 'failed', errorKind: 'Error', reason: 'It broke.' } as const;
  await closeJob(db, { ...RUN, workflowRunId: 'run-2', createdAt: new Date('2026-01-11T03:00:00Z') }, end);
  await sweep();
  expect(await jobFiles.list('nightly')).toEqual([]);
});

test('a download that the run has completed is not downloaded again, unless its file is gone', async () => {
  const { begin, folder } = await openJob();
  const requests: string[] = [];
  const session = {
    async downloadFile(url: string, { file }: { file: PartFile }) {
      requests.push(url);
      await file.begin({ source: url, place: '', validator: null, totalBytes: 4, contentType: '' });
      await file.append(Buffer.from('film'));
      return { contentType: 'video/mp4' };
    },
  } as unknown as FileSession;
  const download = { stem: '0001', wanted: 'any', name: () => 'night.mp4' } as const;
  const save = async (url: string, more: Partial<JobRunName> = {}) =>
    saveDownload({ ...(await begin(more)), session, maxBytes: 10 }, url, download);
  const saved = await save('https://ann:secret@films.example.com/1');
  expect(saved).toMatchObject({ path: 'jobs/nightly/night.mp4', bytes: 4, contentType: 'video/mp4' });
  expect(await save('https://ann:secret@films.example.com/1')).toEqual(saved);
  expect(requests).toHaveLength(1);
  await save('https://films.example.com/2');
  expect(requests).toHaveLength(2);
  await rm(join(folder, 'night.mp4'));
  await save('https://films.example.com/2');
  expect(requests).toHaveLength(3);
  // A run that starts over does not take over files.
  await save('https://films.example.com/2', {
    workflowRunId: 'run-2',
    createdAt: new Date('2026-01-11T03:00:00Z'),
  });
  expect(requests).toHaveLength(4);
});
