import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import { expect, test, vi } from 'vitest';
import { CrawlError } from '../../../domain/errors.ts';
import type { FileSession } from '../../../egress/session.ts';
import type { SessionRequest } from '../../../egress/session-request.ts';
import { readIsolatedModule } from '../../../jobs/isolation/read-isolated-module.ts';
import { STUCK_AFTER_MS } from '../../../stages/report-progress.ts';
import { JobTypesRefused } from '../../../jobs/read-module.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { ISOLATION, MISBEHAVING_MODULE, misbehaving } from '../../support/misbehaving-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const READ_MODULE = new URL('../../../jobs/isolation/read-isolated-module.ts', import.meta.url).href;

test.each<[string, unknown]>([
  ['throw-later', 'ended through an error that nothing caught: nobody catches this.'],
  ['reject-unheard', 'ended through an error that nothing caught: nobody hears this.'],
  ['exit', 'ended with exit code 3 before the job did.'],
  ['send-garbage', 'sent a message of 4279212457 bytes; it may have 40000000.'],
  ['send-no-json', 'sent a message that is no JSON object.'],
  ['leave-unread', expect.stringMatching(/left \d+ bytes unread; it may leave 160000000\.$/)],
])('a process that crashes costs its job no retry: %s', async (how, why) => {
  const { attempt, row } = await misbehaving(how);
  const message = typeof why === 'string' ? `The process of the job ${why}` : why;
  await expect(attempt()).rejects.toMatchObject({ kind: 'JobCrashed', message });
  expect(await row()).toMatchObject({
    status: 'pending',
    retry_count: 0,
    crash_count: 1,
    cursor: 'first',
    error_kind: 'JobCrashed',
  });
});

test.each(['fill-buffers', 'fill-heap'])(
  'memory has a limit, inside and outside the heap: %s',
  async (how) => {
    const { attempt, row } = await misbehaving(how);
    await expect(attempt()).rejects.toThrow(
      /^The process of the job used (?:\d+ MB of|up its) memory; JOB_MEMORY_MB allows 160(?: MB)?\.$/,
    );
    expect(await row()).toMatchObject({ crash_count: 1, retry_count: 0 });
  },
);

test('the third crash ends a job for good, and the next attempt after the first goes on from its step', async () => {
  const { attempt } = await misbehaving('exit');
  await expect(attempt()).rejects.toMatchObject({ kind: 'JobCrashed' });
  await expect(attempt()).rejects.not.toMatchObject({ isFinal: true });
  await expect(attempt()).rejects.toMatchObject({
    kind: 'JobCrashed',
    isFinal: true,
    message: expect.stringMatching(/It crashed 3 times, and is not started again\.$/),
  });
  const { attempt: other, row } = await misbehaving('first-attempt-crashes');
  await expect(other()).rejects.toMatchObject({ kind: 'JobCrashed' });
  expect(await other()).toEqual({ cursor: 'first' });
  expect(await row()).toMatchObject({ status: 'completed', crash_count: 1, retry_count: 0 });
});

test('a busy loop neither outlives its job nor holds up the worker', async () => {
  const { begin, row } = await misbehaving('loop-for-ever');
  const { result, cancel } = begin();
  await expect.poll(row, { timeout: 30_000 }).toMatchObject({ progress_message: 'begun' });
  const [pid] = await processes();
  expect(pid).toBeDefined();
  cancel();
  await expect(result).rejects.toThrow('CANCELLED');
  await expect.poll(processes, { timeout: 30_000 }).not.toContain(pid);
});

test('an attempt that reports nothing for ten minutes has crashed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begin, row } = await misbehaving('loop-for-ever');
  const { result } = begin();
  const ended = result.catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await row()).toMatchObject({ progress_message: 'begun' }), 30_000);
  await vi.advanceTimersByTimeAsync(STUCK_AFTER_MS);
  expect(await ended).toMatchObject({ kind: 'JobCrashed' });
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect.poll(processes, { timeout: 30_000 }).toEqual([]);
  expect(await row()).toMatchObject({ crash_count: 1, error_message: expect.stringMatching(/10 minutes/) });
});

/** Lists the processes of jobs of this process. */
async function processes(): Promise<string[]> {
  const listed = promisify(execFile)('pgrep', ['-f', 'max-old-space-size=160 .*isolation/main.ts']);
  // It fails where there is none.
  const { stdout } = await listed.catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

test('the kind of an error decides as it does for a type in the worker', async () => {
  const { attempt, row } = await misbehaving('throw-kind');
  await expect(attempt()).rejects.toMatchObject({
    kind: 'RateLimited',
    message: 'later',
    evidence: { fault: 'test' },
    retryAfterMs: 10,
  });
  expect(await row()).toMatchObject({ status: 'pending', retry_count: 0, crash_count: 0 });
  const { attempt: final } = await misbehaving('throw-final');
  await expect(final()).rejects.toMatchObject({ kind: 'UpstreamError', isFinal: true });
  const { attempt: failing, row: failed } = await misbehaving('throw-failure', { maxRetries: 1 });
  const failure: unknown = await failing().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type: 'NoLogin', nonRetryable: false, nextRetryDelay: 300_000 });
  expect(await failed()).toMatchObject({ error_kind: 'NoLogin', error_message: 'no', retry_count: 1 });
  const { attempt: blaming, row: ended } = await misbehaving('throw-last-failure', { maxRetries: 1 });
  await expect(blaming()).rejects.toMatchObject({ type: 'ApplicationFailure', nonRetryable: true });
  expect(await ended()).toMatchObject({ crash_count: 0 });
  const { attempt: wrong } = await misbehaving('report-too-much');
  await expect(wrong()).rejects.toThrow('The percent of a step takes a number from 0 to 100, got 101.');
  const { attempt: unfit } = await misbehaving('nothing known');
  await expect(unfit()).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: expect.stringMatching(/^payload\.how does not fit: /),
  });
});

test('what a job sends past its functions concerns itself alone', async () => {
  const { attempt: answering, row } = await misbehaving('answer-itself');
  await expect(answering()).rejects.toThrow('It failed without a message.');
  expect(await row()).toMatchObject({ crash_count: 0 });
  const { attempt: deep } = await misbehaving('send-depths');
  await expect(deep()).rejects.toThrow('The percent of a step takes a number');
  const { attempt: saving } = await misbehaving('save-what-is-no-file');
  expect(await saving()).toEqual({ done: true });
  const { attempt: blaming } = await misbehaving('blame-another');
  await expect(blaming()).rejects.toThrow('someone else has it');
  await expect(blaming()).rejects.not.toMatchObject({ kind: 'StaleAttempt' });
});

test('a job that calls without end, and reads no answer, fails', async () => {
  const { attempt } = await misbehaving('call-without-end');
  await expect(attempt()).rejects.toThrow('The job has more than 20000 calls open at once');
});

test('a process has only the variables that its type declares', async () => {
  vi.stubEnv('ANN_TOKEN', 'hers');
  vi.stubEnv('BOB_TOKEN', 'his');
  vi.stubEnv('TZ', 'America/Phoenix');
  const [misbehave] = await readIsolatedModule(MISBEHAVING_MODULE, ISOLATION);
  const { db } = await createTestDatabase();
  const task = { payload: { how: 'environment' } };
  const { attempt } = await openAttempts({ db, type: misbehave!, task });
  const environment = (await attempt()) as Record<string, string>;
  expect(environment).toMatchObject({ ANN_TOKEN: 'hers', TZ: 'America/Phoenix' });
  expect(
    Object.keys(environment)
      .sort()
      .filter((name) => !['NODE_ENV', 'LANG'].includes(name)),
  ).toEqual(['ANN_TOKEN', 'TZ']);
});

test('the busy process of a worker that is killed dies with it', async () => {
  const program = `
    const { readIsolatedModule } = await import('${READ_MODULE}');
    const [type] = await readIsolatedModule('${MISBEHAVING_MODULE}', ${JSON.stringify(ISOLATION)});
    const job = { payload: { how: 'loop-for-ever' }, signal: new AbortController().signal };
    type.run({ ...job, report: () => console.log('begun') });
  `;
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(worker.stdout, 'data');
  expect(await processes()).not.toEqual([]);
  worker.kill('SIGKILL');
  await expect.poll(processes, { timeout: 30_000 }).toEqual([]);
});

test.each([
  ["env: ['DATABASE_URL']", 'env of sync has DATABASE_URL, which is for Crawlchain itself.'],
  ["env: ['NODE_OPTIONS']", 'env of sync has NODE_OPTIONS, which is for Crawlchain itself.'],
  ["isolation: 'none'", /isolation is "none", and takes process, .+ in its type 1\.$/],
  ['}]; process.exit(4); [{', 'its types cannot be read: The process of the job ended with exit code 4'],
])('a module that asks for too much, or ends its process, is refused: %s', async (fields, why) => {
  const path = join(await temporaryFolder('job-types-'), 'types.mjs');
  const type = "name: 'sync', about: 'a', payload: { safeParse() {} }, run() {}";
  await writeFile(path, `export const jobTypes = [{ ${type}, ${fields} }];`);
  const refusal: unknown = await readIsolatedModule(path, ISOLATION).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(JobTypesRefused);
  expect((refusal as Error).message).toMatch(why);
});

test('what a job is given works from its process, and failures of its worker come back as they were', async () => {
  const { db } = await createTestDatabase();
  const tried: number[] = [];
  const started: string[] = [];
  const session = (number: number) => ({
    identity: {
      proxy: { id: number, protocol: 'http' as const, host: 'h', port: 1, username: 'u', password: 'secret' },
      profile: { name: 'chrome' },
    },
    exitAddress: '192.0.2.1',
    askJson(request: unknown) {
      if (number === 0) return Promise.reject(new CrawlError('Blocked', 'refused'));
      return Promise.resolve({ request });
    },
    request: ({ method, url: at, headers, body }: SessionRequest) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      return Promise.resolve({ status: 404, headers: headers ?? [], bytes, url: `${at}${method}` });
    },
    readFile: () => Promise.resolve({ bytes: Buffer.from('page'), contentType: 'text/html' }),
    download: () => Promise.reject(new CrawlError('ContractBroken', 'no picture')),
    async downloadFile(url: string, { file, onProgress }: Parameters<FileSession['downloadFile']>[1]) {
      await file.begin({
        source: url,
        place: url,
        validator: null,
        totalBytes: 5,
        contentType: 'application/x-test',
      });
      await file.append(Buffer.from('large'));
      onProgress?.({ bytes: 5, totalBytes: 5, bytesPerSecond: 5 });
      return { contentType: 'application/x-test' };
    },
    usage: () => ({ bytes: 5 }),
    close: () => Promise.resolve(),
  });
  const { attempt, root } = await openAttempts({
    db,
    type: (await readIsolatedModule(MISBEHAVING_MODULE, ISOLATION)).find(({ name }) => name === 'tools')!,
    task: { payload: { url: 'https://a.test/' }, account: 'ann' },
    startJob: async (_, { id }) => void started.push(id),
    sessions: {
      admit: () => Promise.resolve(),
      leaseProxy: () =>
        Promise.resolve({ id: 'lease', proxy: session(0).identity.proxy, release: () => Promise.resolve() }),
      recordProxyOutcome: () => Promise.resolve(),
      openSession(_purpose, { number }) {
        tried.push(number);
        return Promise.resolve(session(number));
      },
    },
  });
  const url = 'https://a.test/';
  expect(await attempt()).toEqual({
    answer: {
      json: { request: { method: 'GET', url, headers: [['x-a', 'b']] } },
      answers: ['bytes', '{"a":1}'].map((bytes) => ({
        status: 404,
        headers: [['x-a', 'b']],
        bytes,
        url: `${url}PUT`,
      })),
      page: 'page',
      file: expect.objectContaining({
        path: 'jobs/one/0001.bin',
        bytes: 5,
        contentType: 'application/x-test',
      }),
      picture: 'ContractBroken',
      identity: { proxy: { id: 1 }, profile: { name: 'chrome' } },
    },
    path: 'jobs/one/a.txt',
    names: ['application/x-test'],
    progress: [5],
    account: 'ann',
    child: 'one.next',
    known: null,
    state: { seen: [url] },
  });
  expect(tried).toEqual([0, 1]);
  expect(started).toEqual(['one.next']);
  const logged = await db.selectFrom('job_log').select(['number', 'attempt', 'line']).execute();
  expect(logged).toMatchObject([{ attempt: 1, line: 'read https://a.test/?token=***' }]);
  expect(await readFile(join(root, 'jobs/one/0001.bin'), 'utf8')).toBe('large');
  expect(await readFile(join(root, 'jobs/one/a.txt'), 'utf8')).toBe('saved');
});
