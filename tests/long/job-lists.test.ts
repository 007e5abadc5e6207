import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { listAudit } from '../../db/queries/api-audit.ts';
import { startApiServer } from '../support/api-server.ts';
import { beginJobs, expectJobIds, JOB_TYPES, readJob, runJobs } from '../support/run-jobs.ts';
import { runProgram } from '../support/run-program.ts';
import { openLink } from '../support/server-link.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

/** Creates an API without a worker, so that started jobs wait. */
async function createQuietPlace() {
  const { db, url: databaseUrl } = await createTestDatabase();
  const { client, namespace, address: temporalAddress } = await createTestNamespace();
  const { url: apiUrl } = await startApiServer({ db, client, env: { JOB_TYPES } });
  return { db, client, databaseUrl, namespace, temporalAddress, apiUrl };
}

test('jobs that wait are started, listed, shown, cancelled and deleted', async () => {
  const place = await createQuietPlace();
  const text = ['--payload', '{"to": 3}', '--platform', 'instagram', '--account', 'ann', '--priority', '1'];
  const made = await runJobs(place, 'start', 'count', ...text, '--max-retries', '0', '--json');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { id, ...job } = JSON.parse(made.stdout) as { id: string };
  expect(job).toMatchObject({
    job_type: 'count',
    platform: 'instagram',
    account: 'ann',
    priority: 1,
    max_retries: 0,
    status: 'pending',
    already_running: false,
  });
  const own = ['start', 'wait', '--id', 'own.id:1', '--at', '2100-01-01T09:00:00+01:00'];
  expect(await runJobs(place, ...own)).toEqual({
    code: 0,
    stdout: 'own.id:1 waits until 2100-01-01T08:00:00Z.\n',
    stderr: '',
  });
  expect(await runJobs(place, 'start', 'wait', '--id', 'own.id:1')).toMatchObject({
    code: 0,
    stdout:
      'own.id:1 is already open, and continues as it was first requested: the options of this call are not used.\n',
  });
  const alreadyOpen = (name: string, found: string) => ({
    code: 1,
    stdout: '',
    stderr: `${name} is already open as a job of the type ${found}, so nothing was started; \`npx crawlchain jobs show ${name}\` shows it. Give another --id, or start this one when that has ended.\n`,
  });
  expect(await runJobs(place, 'start', 'count', '--id', 'own.id:1', '--payload', '{"to": 3}')).toEqual(
    alreadyOpen('own.id:1', 'wait'),
  );
  expect(await runJobs(place, 'start', 'count', '--id', id, '--payload', '{"to": 4}', '--json')).toEqual(
    alreadyOpen(id, 'count with another payload'),
  );
  const titled = ['start', '--title', 'echo', '--id', 'own.id:1'];
  expect(await runJobs(place, ...titled)).toEqual(alreadyOpen('own.id:1', 'wait'));
  const same = await runJobs(
    place,
    'start',
    '--title',
    'COUNT',
    '--id',
    id,
    '--payload',
    '{"to": 3}',
    '--json',
  );
  expect(JSON.parse(same.stdout)).toMatchObject({ id, already_running: true });

  await expectJobIds(place).toEqual(['own.id:1', id]);
  await expectJobIds(place, '--platform', 'instagram', '--account', 'ann', '--type', 'count').toEqual([id]);
  const narrowed = await runJobs(place, 'list', '--status', 'pending,running', '--limit', '1');
  expect(narrowed).toMatchObject({ code: 0, stderr: 'There are more; these are the first 1 (--limit).\n' });
  expect(narrowed.stdout).toMatch(
    /^job +type .+ last error or progress\nown\.id:1 +wait +- +- +pending +5 +- +- +\S+Z +- +it waits until 2\S+Z\n$/,
  );
  const status = await runProgram('cli/main.ts', ['status'], { CRAWLCHAIN_URL: place.apiUrl });
  expect(status.stdout).toContain(
    'Jobs\n  0 running, 2 pending, 0 failed within the last day; see `npx crawlchain jobs list`.\n',
  );
  expect(await runJobs(place, 'list', '--until', '2020-01-01T00:00:00Z')).toMatchObject({
    code: 0,
    stdout: 'There are none.\n',
  });
  expect(await readJob(place, id)).toMatchObject({
    payload: { to: 3 },
    cancel_requested: false,
    stale: false,
  });
  expect((await runJobs(place, 'show', 'own.id:1')).stdout).toMatch(
    /^job +own\.id:1\ntype +wait\npayload +\{\}\nstatus +pending\n(.+\n)*scheduled for +2100-01-01T08:00:00Z\n\ntime +event +by +details\n\S+Z +created +this machine\n$/,
  );

  expect(await runJobs(place, 'retry', id)).toMatchObject(
    refused('The job has not ended: it is pending. Cancel it first.\n'),
  );
  expect(await runJobs(place, 'cancel', id)).toMatchObject({
    code: 0,
    stdout: `The cancellation of ${id} was requested.\n`,
  });
  expect(await readJob(place, id)).toMatchObject({ status: 'pending', cancel_requested: true });
  const deleted = await runJobs(place, 'delete', 'own.id:1', '--reason', 'by mistake', '--json');
  expect(deleted).toMatchObject({ code: 0, stdout: '{"id":"own.id:1","deleted":true}\n' });
  expect(await runJobs(place, 'show', 'own.id:1')).toMatchObject(refused('There is no job "own.id:1".\n'));
  await expectJobIds(place).toEqual([id]);
  expect(await listAudit(place.db, { actor: null, before: null, limit: 2 })).toMatchObject([
    { method: 'DELETE', path: '/api/jobs/own.id%3A1', reason: 'by mistake', status: 204 },
    { path: `/api/jobs/${id}/cancel`, status: 202 },
  ]);
});

const refused = (complaint: string) => ({ code: 2, stdout: '', stderr: expect.stringContaining(complaint) });

test('what the jobs commands do not take is refused with what they take, and starts nothing', async () => {
  const place = await createQuietPlace();
  for (const [text, complaint] of REFUSALS)
    expect({ words: text, ...(await runJobs(place, ...text)) }).toMatchObject({
      words: text,
      ...refused(complaint),
    });
  expect((await runJobs(place, 'list')).stdout).toBe('There are none.\n');
});

const REFUSALS: [words: string[], complaint: string][] = [
  [
    ['start', 'nothing'],
    'job_type takes one of download_media, default, echo, dummy, count, wait, retry, read, crash, got "nothing".\n',
  ],
  [['start', '--title', 'Nothing'], 'with fallback, the type default would run.\n'],
  [['start'], 'job_type is missing; give it, or a title.\n'],
  [['start', 'count', '--payload', '{"to": 0}'], 'payload.to does not fit: '],
  [['start', 'wait', '--payload', '[1]'], 'It takes a JSON object, such as '],
  [['start', 'wait', '--payload', '@none.json'], 'or @ and the name of a file that has one (ENOENT'],
  [['list', '--since', '2026-02-01T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], 'is not before --until'],
  [['show', 'none'], 'There is no job "none".\n'],
  [['cancel', 'a/b'], 'There is no job "a/b"; it takes an id as `npx crawlchain jobs list` shows it.\n'],
  [['retry', 'none'], 'There is no job "none".\n'],
  [['delete', 'none'], 'There is no job "none".\n'],
];

test('jobs start --wait says that no worker takes the job, which goes on when a person no longer waits', async () => {
  const place = await createQuietPlace();
  const waiting = beginJobs(place, 'start', 'wait', '--id', 'own', '--wait');
  await expect
    .poll(() => waiting.sofar.stderr, { timeout: 60_000 })
    .toBe(
      'own: pending; no worker has taken it yet; `npx crawlchain doctor` tells whether one serves the queue jobs\n',
    );
  waiting.signal('SIGINT');
  const { code, stdout, stderr } = await waiting.finished;
  expect([code, stdout]).toEqual([130, 'own is started.\n']);
  expect(stderr).toMatch(
    /\nNo longer waiting: own goes on; `npx crawlchain jobs show own` shows how it ends\.\n$/,
  );
  expect((await place.client.workflow.getHandle('job/own').describe()).status.name).toBe('RUNNING');
});

test('jobs start --wait outlasts a Temporal that does not answer, and fails when the job is deleted', async () => {
  const place = await createQuietPlace();
  const link = await openLink(place.temporalAddress);
  const connection = await Connection.connect({ address: link.address });
  const client = new Client({ connection, namespace: place.namespace });
  const { url: apiUrl } = await startApiServer({
    db: place.db,
    client,
    isFollowed: false,
    env: { JOB_TYPES },
  });
  const waiting = beginJobs({ apiUrl }, 'start', 'wait', '--id', 'own', '--wait');
  const reported = () => expect.poll(() => waiting.sofar.stderr, { timeout: 60_000 });
  await reported().toMatch(/own: pending; .+\n$/);
  link.holdAnswers();
  await reported().toMatch(/own: Temporal does not answer; trying again\n$/);
  link.release();
  await reported().toMatch(/own: pending; .+\n$/);
  expect(await runJobs(place, 'delete', 'own')).toMatchObject({
    code: 0,
    stdout: 'own is deleted; the next sweep of the storage deletes its files.\n',
  });
  expect(await waiting.finished).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('\nown was deleted before it ended.\n'),
  });
});

test('jobs types shows what the API starts, and what each takes', async () => {
  const place = await createQuietPlace();
  const shown = await runJobs(place, 'types');
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(
    /^type +title +egress +what it does\ndownload_media +Download media +proxied +.+\ndefault +.+\necho +Echo +.+\ndummy +.+\ncount +Count +proxied +Counts, .+\nwait +.+ +Waits .+\nretry +.+\nread +.+\ncrash +.+ +Ends .+\n$/,
  );
  const types = JSON.parse((await runJobs(place, 'types', '--json')).stdout) as object[];
  expect(types[4]).toMatchObject({
    name: 'count',
    about: 'Counts, telling each step.',
    egress: 'proxied',
    payload: { properties: { to: { type: 'integer', minimum: 1 } } },
  });
});
