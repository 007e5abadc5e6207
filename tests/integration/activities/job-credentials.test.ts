import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import {
  dumpDatabase,
  formsOf,
  readArguments,
  readFiles,
  readHistories,
} from '../../support/planted-secrets.ts';
import { inWorld } from '../../support/start-jobs.ts';

const JOB_TYPES = fileURLToPath(new URL('../../support/spilling-job-types.ts', import.meta.url));

const PASSWORD = 'canary "hunter"/4711\\ & ümlaut';
const PEM = '-----BEGIN KEY-----\nY2FuYXJ5LXBlbS1saW5l\n-----END KEY-----';

/** Every form in which a secret might appear. */
const FORMS = [
  ...formsOf(['ann', PASSWORD]),
  JSON.stringify(PASSWORD).slice(1, -1),
  // As JSON within JSON, and as PostgreSQL prints it.
  JSON.stringify(JSON.stringify(PASSWORD)).slice(3, -3),
  PEM,
  'Y2FuYXJ5LXBlbS1saW5l',
  // The beginning of one that was cut.
  'canary \\"hunt',
  'canary "hunt',
];

async function createWorld() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  await world.startWorker();
  const { url } = await world.startApi({ JOB_TYPES });
  const answers: string[] = [];
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await request(`${url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    answers.push(text);
    return { status: answer.statusCode, text, body: JSON.parse(text) as Record<string, unknown> };
  };
  const value = { username: 'ann', password: PASSWORD };
  await call('PUT', '/api/credentials/login', { account: 'ann', value });
  await call('PUT', '/api/credentials/pem', { value: PEM });
  await call('PUT', '/api/credentials/other', { account: 'bob', value });
  return { world, call, answers };
}

test('what a job does with a password leaves it nowhere: rows, histories, logs, answers, arguments, files', async () => {
  const { world, call, answers } = await createWorld();
  const hows = ['return', 'throw', 'block', 'crash', 'exit'];
  for (const how of hows) {
    const job = { id: how, job_type: 'spill', account: 'ann', payload: { how }, max_retries: 1 };
    expect(await call('POST', '/api/jobs', { ...job, credentials: ['login', 'pem'] })).toMatchObject({
      status: 201,
    });
  }
  const { row } = inWorld(world);
  const seen = new Set<string>();
  const states = async () => {
    for (const line of await readArguments()) seen.add(line);
    const rows = await Promise.all(hows.map(row));
    return rows.map((one) => (one?.status === 'completed' ? 'completed' : one?.error_kind));
  };
  await expect
    .poll(states, { timeout: 150_000 })
    .toEqual(['completed', 'Error', 'Blocked', 'JobCrashed', 'JobCrashed']);
  expect(await row('throw')).toMatchObject({ error_message: 'refused ***', retry_count: 1 });
  expect(await row('exit')).toMatchObject({ error_message: expect.stringContaining('the end of ***') });
  for (const id of ['crash', 'exit']) await call('POST', `/api/jobs/${id}/cancel`);
  const done = await call('GET', '/api/jobs/return');
  expect(done.body['result']).toEqual({
    password: '***',
    list: [{ '***': 'with *** inside' }],
    header: '***=',
    json: '{"secret":"***"}',
    url: 'https://posts.sandbox.test/files/1000.bin?k=***',
    pem: '***',
    kept: 'not secret',
  });
  for (const path of ['events', 'attempts', 'files', 'log'])
    for (const id of hows) await call('GET', `/api/jobs/${id}/${path}`);
  for (const path of ['audit', 'credentials', 'proxies']) await call('GET', `/api/${path}`);
  const saved = join(world.storageRoot, 'jobs/return/cookies.txt');
  expect(await readFile(saved, 'utf8')).toBe(PASSWORD);

  const places: Record<string, string> = {
    database: await dumpDatabase(world.db),
    histories: await readHistories(world.client),
    'log of the worker': await world.readLog(),
    'log of the API': await world.readLog('api'),
    answers: answers.join('\n'),
    arguments: [...seen].join('\n'),
    files: (await readFiles(world.storageRoot)).replace(Buffer.from(PASSWORD).toString('latin1'), ''),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100);
    expect(
      FORMS.filter((form) => text.includes(form)),
      `in ${place}`,
    ).toEqual([]);
  }
  expect(places['database']).toMatch(/blocked for \*\*\*/);
  expect(places['database']).toMatch(/logged \*\*\*/);
  expect(places['log of the worker']).toMatch(/stdout has \*\*\*\n[^]*split \*\*\*\n/);
}, 240_000);

test('a job gets only the credentials that it names, and that are for its platform and account', async () => {
  const { world, call } = await createWorld();
  const start = (id: string, credentials: string[], account?: string) =>
    call('POST', '/api/jobs', {
      id,
      job_type: 'spill',
      payload: { how: 'ask for another' },
      max_retries: 0,
      credentials,
      ...(account && { account }),
    });
  expect(await start('unknown', ['pem', 'login', 'nowhere'])).toMatchObject({
    status: 422,
    body: {
      detail:
        'credentials.1 (body) takes credentials that the job may use, and login is for the account ann alone. credentials.2 (body) takes the name of a credential, and nowhere is none; `npx crawlchain credentials list` shows them.',
    },
  });
  expect(
    (
      await start(
        'many',
        Array.from({ length: 21 }, () => 'pem'),
      )
    ).status,
  ).toBe(400);
  await start('unnamed', ['login'], 'ann');
  const { result, row } = inWorld(world);
  await expect.poll(async () => (await row('unnamed'))?.status, { timeout: 60_000 }).toBe('failed');
  expect(await row('unnamed')).toMatchObject({
    error_kind: 'InvalidInput',
    error_message: 'InvalidInput: The credential "other" is not among the `credentials` of this job.',
  });
  // Who starts a job past the API gets no more.
  const past = { jobType: 'spill', payload: { how: 'return' }, account: 'bob', credentials: ['login'] };
  await expect(result(past, 'past')).rejects.toThrow('Workflow execution failed');
  expect(await row('past')).toMatchObject({
    error_message: 'InvalidInput: The credential "login" is for the account ann alone.',
  });
  await expect(result({ ...past, credentials: ['no name'] }, 'wrong')).rejects.toThrow(
    'Workflow execution failed',
  );
}, 240_000);
