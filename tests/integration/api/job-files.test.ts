import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginJob, completeJob } from '../../../db/queries/job-runs.ts';
import { keepJobResult } from '../../../stages/keep-job-files.ts';
import { createJobFiles } from '../../../storage/job-files.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RUN = {
  createdAt: new Date('2026-01-10T03:00:00Z'),
  jobType: 'sync',
  platform: null,
  account: null,
  priority: 5,
  payload: {},
  maxRetries: 3,
  scheduledFor: null,
};

const LARGE = { text: 'x'.repeat(20_000) };

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const root = await temporaryFolder('job-files-');
  const { call } = await startApiServer({ db, client, env: { STORAGE_ROOT: root } });
  return {
    db,
    root,
    call,
    get: async (path: string) => call('GET', `/api/jobs/${path}`),
    /** Begins a job as its worker does. */
    begin: async (id: string, holder = '') => {
      const held = { id, workflowRunId: `run-${id}`, fence: 1 };
      await beginJob(db, { ...RUN, ...held }, { fence: 1, worker: 'one' });
      return { db, jobFiles: createJobFiles({ root }), holder, held };
    },
  };
}

type Tools = Awaited<ReturnType<Awaited<ReturnType<typeof createServer>>['begin']>>;

async function complete(tools: Tools, result: Record<string, unknown> | null): Promise<void> {
  const kept = await keepJobResult(tools, { type: 'sync', result, bytesMax: 100_000 });
  await completeJob(tools.db, tools.held, kept);
}

test('a result is read whole, large or small, and a gone, damaged or distant file is named', async () => {
  const { root, begin, get, call } = await createServer();
  const large = await begin('large');
  expect(await get('large/result')).toMatchObject({
    status: 409,
    body: { detail: 'The job has no result: it is pending.' },
  });
  await complete(large, LARGE);
  expect((await get('large')).body).toMatchObject({
    result: { result_file: { path: 'jobs/large/.result.json', bytes: 20_011 } },
  });
  const { status, body, headers } = await get('large/result');
  expect([status, body, headers.get('content-type')]).toEqual([200, LARGE, 'application/json']);
  const known = { 'If-None-Match': headers.get('etag') ?? '' };
  expect((await call('GET', '/api/jobs/large/result', { headers: known })).status).toBe(304);
  for (const [id, result] of [
    ['small', { count: 1 }],
    ['none', null],
  ] as const) {
    await complete(await begin(id), result);
    expect((await get(`${id}/result`)).body).toEqual(result);
  }
  const file = join(root, 'jobs/large/.result.json');
  await writeFile(file, JSON.stringify({ text: 'y'.repeat(20_000) }));
  const detailOf = async (path: string) => {
    const answer = await get(path);
    return [answer.status, answer.body['detail']];
  };
  expect(await detailOf('large/result')).toEqual([
    409,
    'The file jobs/large/.result.json is damaged: its SHA-256 is another than when it was stored. Retry the job to get it again.',
  ]);
  await truncate(file, 100);
  expect(await detailOf('large/result')).toEqual([
    409,
    expect.stringContaining('is damaged: it has 100 bytes, and was stored with 20011.'),
  ]);
  await rm(file);
  expect(await detailOf('large/result')).toEqual([404, expect.stringContaining('is not in the storage')]);
  await complete(await begin('distant', 'pod-1'), LARGE);
  expect(await detailOf('distant/result')).toEqual([
    409,
    'Only pod-1 has the file jobs/distant/.result.json, on its own disk (STORAGE_SHARED=false): read it there.',
  ]);
  expect((await get('nobody/result')).status).toBe(404);
});
