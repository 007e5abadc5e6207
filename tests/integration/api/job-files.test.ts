import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteUnusedPayloads, findStoredPayload, storePayload } from '../../../db/queries/job-payloads.ts';
import { appendLogLines } from '../../../db/queries/job-log.ts';
import { beginJob, completeJob, releaseJob } from '../../../db/queries/job-runs.ts';
import { pointerTo } from '../../../domain/stored-payload.ts';
import { keepJobResult, saveJobFile } from '../../../stages/keep-job-files.ts';
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
    client,
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

test('the files of a job are listed and sent as they are, and never as a page', async () => {
  const { db, root, begin, get, call } = await createServer();
  const job = await begin('pictures');
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  for (const name of ['c.bin', 'a.html', 'b.bin']) await saveJobFile(job, name, page);
  await db
    .updateTable('job_files')
    .set({ content_type: 'text/javascript', source: 'https://***@files.example.com/c' })
    .where('name', '=', 'c.bin')
    .execute();
  expect((await get('pictures')).body).toMatchObject({ files: { count: 3, bytes: 3 * page.length } });
  const first = (await get('pictures/files?limit=2')).body as unknown as Page;
  expect(first.items).toMatchObject([
    {
      name: 'a.html',
      path: 'jobs/pictures/a.html',
      bytes: page.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      content_type: 'text/html',
      source: null,
      held_by: null,
      run_id: 'run-pictures',
    },
    { name: 'b.bin' },
  ]);
  const next = await get(`pictures/files?limit=2&cursor=${first.next_cursor}`);
  expect(next.body).toMatchObject({
    items: [{ name: 'c.bin', source: 'https://***@files.example.com/c' }],
    next_cursor: null,
  });
  const { text, headers } = await get('pictures/files/a.html');
  expect(text).toBe(page.toString());
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': String(page.length),
    'content-disposition': 'attachment; filename="a.html"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    etag: `"${first.items[0]!.sha256}"`,
  });
  // No page of ours can load it as a script.
  expect((await get('pictures/files/c.bin')).headers.get('content-type')).toBe('application/octet-stream');
  const head = await call('HEAD', '/api/jobs/pictures/files/a.html');
  expect([head.text, head.headers.get('content-length')]).toEqual(['', String(page.length)]);
  const known = { 'If-None-Match': headers.get('etag') ?? '' };
  expect((await call('GET', '/api/jobs/pictures/files/a.html', { headers: known })).status).toBe(304);
  for (const path of ['pictures/files/..%2Fx', 'pictures/files/none', 'nobody/files', 'nobody/files/a.html'])
    expect((await get(path)).body).toMatchObject({ code: 'not-found' });
  await truncate(join(root, 'jobs/pictures/a.html'), 3);
  expect(await get('pictures/files/a.html')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('is damaged: it has 3 bytes') },
  });
  // A row that names a path elsewhere opens nothing.
  await db.updateTable('job_files').set({ path: '../secret' }).where('name', '=', 'b.bin').execute();
  expect((await get('pictures/files/b.bin')).status).toBe(500);
});

test('a part of a file is sent by its range, unless the file is another one meanwhile', async () => {
  const { begin, call } = await createServer();
  await saveJobFile(await begin('part'), 'ten.bin', Buffer.from('0123456789'));
  const get = (headers: Record<string, string>, method = 'GET') =>
    call(method, '/api/jobs/part/files/ten.bin', { headers });
  const tag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  for (const [range, text, sent] of [
    ['bytes=2-4', '234', '2-4'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=-2', '89', '8-9'],
    ['bytes=0-99', '0123456789', '0-9'],
  ] as const) {
    const answer = await get({ Range: range, 'If-Range': tag });
    expect([answer.status, answer.text]).toEqual([206, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': `bytes ${sent}/10`,
      'content-length': String(text.length),
      'accept-ranges': 'bytes',
      etag: tag,
    });
  }
  for (const headers of [
    { Range: 'bytes=2-4', 'If-Range': '"other"' },
    { Range: 'bytes=2-4', 'If-Range': `W/${tag}` },
    { Range: 'bytes=0-1,3-4' },
    { Range: 'bytes=4-2' },
    { Range: 'lines=1-2' },
  ])
    expect(await get(headers)).toMatchObject({ status: 200, text: '0123456789' });
  const head = await get({ Range: 'bytes=2-4' }, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  for (const range of ['bytes=10-', 'bytes=-0']) {
    const refused = await get({ Range: range });
    expect(refused).toMatchObject({
      status: 416,
      body: { code: 'bad-range', detail: `The file ten.bin has 10 bytes, none of them in ${range}.` },
    });
    expect(refused.headers.get('content-range')).toBe('bytes */10');
  }
});

test('the log of a job is listed from either end and after a line, with the number of lines that fell away', async () => {
  const { db, begin, get } = await createServer();
  const { held } = await begin('log');
  expect((await get('log/log')).body).toEqual({
    items: [],
    next_cursor: null,
    dropped: 0,
    run_id: expect.any(String),
  });
  const lines = Array.from({ length: 1_003 }, (_, place) => ({
    number: place + 1,
    attempt: 1,
    at: new Date('2026-01-10T03:00:00.123Z'),
    line: `line ${place + 1}`,
  }));
  await appendLogLines(db, held, lines);
  const { body } = await get('log/log?limit=2');
  expect(body).toMatchObject({
    items: [{ number: 4, attempt: 1, at: '2026-01-10T03:00:00.123Z', line: 'line 4' }, { number: 5 }],
    dropped: 3,
  });
  const { next_cursor: cursor } = body as unknown as { next_cursor: string };
  expect((await get(`log/log?limit=1&cursor=${cursor}`)).body).toMatchObject({ items: [{ number: 6 }] });
  expect((await get('log/log?order=desc&limit=1')).body).toMatchObject({ items: [{ number: 1_003 }] });
  expect((await get('log/log?after=1002')).body).toMatchObject({
    items: [{ number: 1_003 }],
    next_cursor: null,
  });
  expect((await get('nobody/log')).body).toMatchObject({ code: 'not-found' });
});

interface Page {
  items: { name: string; sha256: string }[];
  next_cursor: string | null;
}

test('the events and attempts of a job are listed', async () => {
  const { db, begin, get } = await createServer();
  const { held } = await begin('tried');
  const run = { ...RUN, ...held };
  await releaseJob(db, held, { errorKind: 'RateLimited', reason: 'a limit', isFailure: false });
  await beginJob(db, run, { fence: 2, worker: 'two' });
  await releaseJob(db, { ...held, fence: 2 }, { errorKind: 'Error', reason: 'broke', isFailure: true });
  await beginJob(db, run, { fence: 3, worker: 'three' });
  const crash = { errorKind: 'JobCrashed', reason: 'JobCrashed: It exited.', isFailure: false };
  await releaseJob(db, { ...held, fence: 3 }, crash);
  await beginJob(db, run, { fence: 4, worker: 'three' });
  const attempts = async () => ((await get('tried/attempts')).body as unknown as { items: object[] }).items;
  const before = [
    { number: 1, worker_id: 'one', outcome: 'released', ended_at: null, error_message: null },
    { number: 2, worker_id: 'two', outcome: 'failed', error_kind: 'Error', error_message: 'broke' },
    { number: 3, worker_id: 'three', outcome: 'crashed', error_kind: 'JobCrashed' },
  ];
  expect(await attempts()).toMatchObject([...before, { number: 4, worker_id: 'three', outcome: 'running' }]);
  await completeJob(db, { ...held, fence: 4 }, { done: true });
  const last = { number: 4, outcome: 'completed', ended_at: expect.any(String) as string };
  expect(await attempts()).toMatchObject([...before, last]);
  const all = (await get('tried/events')).body as unknown as { items: { event: string }[] };
  expect(all.items.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['created', 'claimed', 'retried', 'crashed', 'completed']),
  );
  const first = (await get('tried/events?limit=1')).body as unknown as Page;
  expect(first.items).toEqual(all.items.slice(0, 1));
  const rest = (await get(`tried/events?cursor=${first.next_cursor}`)).body as unknown as Page;
  expect(rest.items).toEqual(all.items.slice(1));
  for (const path of ['events', 'attempts']) expect((await get(`nobody/${path}`)).status).toBe(404);
});

test('a payload of 10,000 URLs is stored, and a pointer to it travels', async () => {
  const { db, client, call, get } = await createServer();
  const urls = Array.from({ length: 10_000 }, (_, place) => `https://images.example.com/${place}.png?w=1200`);
  const start = (payload: object) =>
    call('POST', '/api/jobs', { body: { id: 'pictures', job_type: 'download_media', payload } });
  expect((await start({ urls })).status).toBe(201);
  const pointer = pointerTo({ urls });
  expect((await get('pictures')).body).toMatchObject({ payload: pointer });
  const { events } = await client.workflow.getHandle('job/pictures').fetchHistory();
  expect(JSON.stringify(events).length).toBeLessThan(10_000);
  expect(await findStoredPayload(db, 'pictures', pointer.stored_payload.sha256)).toEqual({ urls });
  const secret = 'https://files.example.com/a.png?token=hunter2';
  expect((await start({ urls: [...urls.slice(1), secret] })).body).toMatchObject({ code: 'impossible' });
  expect((await start({ urls: [...urls, urls[0]] })).body).toMatchObject({ code: 'impossible' });
  // A payload in the form of a pointer is not taken for one.
  expect((await start(pointer)).body).toMatchObject({ code: 'impossible' });
  expect((await call('POST', '/api/jobs', { body: { payload: 'x'.repeat(5_000_000) } })).status).toBe(413);
  // Another list of the same id that nothing uses goes after a day, and the one of the open job stays.
  await storePayload(db, 'gone', { sha256: 'a', payload: {} });
  await sql`update job_payloads set stored_at = now() - interval '2 days'`.execute(db);
  await deleteUnusedPayloads(db);
  const left = await db.selectFrom('job_payloads').select('job_id').execute();
  expect(left).toEqual([{ job_id: 'pictures' }]);
});
