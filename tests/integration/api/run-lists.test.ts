import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeJobRun, makeRun, RUNS_BEGAN_MS, runIdAt } from '../db/make-runs.ts';

interface List {
  items: { id: string; workflow_id: string }[];
  next_cursor: string | null;
  code?: string;
  detail?: string;
}

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, ...(await startApiServer({ db, client })) };
}

const get = (api: ApiServer, path: string) => api.call<List>('GET', path);

/** Reads all items of a list, page by page. */
async function readAll(api: ApiServer, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: List } = await get(api, `${path}&cursor=${cursor}`);
    ids.push(...body.items.map(({ workflow_id: id }) => id));
    cursor = body.next_cursor;
  }
  return ids;
}

const FAILED = { ended_as: 'failed', error_kind: 'Blocked', error_message: 'The site answered 403' } as const;

test('each filter of tasks is a parameter of the list and of the counts', async () => {
  const api = await createServer();
  const ended_at = new Date(RUNS_BEGAN_MS + 1_000);
  await makeRun(api.db, { worker: 'Xylos', priority: 20, retry_count: 2, ended_at, ...FAILED });
  await makeRun(api.db, { worker: 'Kryll', priority: 0, requested_by: 'ann', started_by: 'crawl-due/all' });
  for (const query of [
    'worker=Xylos',
    'error=Blocked,NotFound',
    'priority=20',
    'priority_min=1',
    'retries_min=1',
    'requested_by=ann',
    'started_by=crawl-due%2Fall',
    'search=403%20site',
    `ended_until=${new Date(RUNS_BEGAN_MS + 1_001).toISOString()}`,
  ]) {
    const { body } = await get(api, `/api/tasks?${query}`);
    const { body: counted } = await api.call<{ counts: { completed: number; failed: number } }>(
      'GET',
      `/api/tasks/counts?${query}`,
    );
    const { completed, failed } = counted.counts;
    expect({ query, listed: body.items.length, counted: completed + failed }).toEqual({
      query,
      listed: 1,
      counted: 1,
    });
  }
  expect((await get(api, '/api/tasks?stage=fetch')).body.items).toEqual([]);
});

test('each filter of jobs is a parameter of their list', async () => {
  const api = await createServer();
  const ended_at = new Date(RUNS_BEGAN_MS + 1_000);
  const one = { name: 'one', worker: 'Xylos', priority: 9, retry_count: 2, ended_at, ...FAILED };
  await makeJobRun(api.db, { ...one, requested_by: 'ann' });
  await makeJobRun(api.db, { name: 'two', worker: 'Kryll', payload: { artist: 'Miles' } });
  const find = async (query: string) => (await get(api, `/api/jobs?${query}`)).body.items.map(({ id }) => id);
  for (const query of [
    'worker=Xylos',
    'error=Blocked',
    'priority=9',
    'priority_min=6',
    'retries_min=2',
    'requested_by=ann',
    'search=403',
    `ended_since=${new Date(RUNS_BEGAN_MS).toISOString()}&ended_until=${new Date(RUNS_BEGAN_MS + 1_001).toISOString()}`,
  ])
    expect({ query, ids: await find(query) }).toEqual({ query, ids: ['one'] });
  expect(await find('search=miles')).toEqual(['two']);
});

test('a cursor goes through every order of a list, and belongs to that order', async () => {
  const api = await createServer();
  for (const number of [0, 1, 2, 3, 4]) {
    const id = runIdAt(RUNS_BEGAN_MS + number);
    const ended_at = new Date(RUNS_BEGAN_MS + 5_000 - number * 1_000);
    const change = { id, ended_at, priority: [1, null, 2, 1, null][number] ?? null, retry_count: number % 2 };
    await makeRun(api.db, { ...change, workflow_id: `crawl/${number}` });
    await makeJobRun(api.db, { ...change, id: runIdAt(RUNS_BEGAN_MS + number), name: String(number) });
  }
  const orders: [order: string, numbers: string][] = [
    ['sort=created', '43210'],
    ['sort=created&order=asc', '01234'],
    ['sort=ended', '01234'],
    ['sort=duration&order=asc', '43210'],
    ['sort=priority', '23041'],
    ['sort=priority&order=asc', '03214'],
    ['sort=retries', '31420'],
  ];
  for (const [order, numbers] of orders) {
    const [tasks, jobs] = [
      await readAll(api, `/api/tasks?limit=2&${order}`),
      await readAll(api, `/api/jobs?limit=2&${order}`),
    ];
    expect({ order, tasks, jobs }).toEqual({
      order,
      tasks: numbers.split('').map((number) => `crawl/${number}`),
      jobs: numbers.split('').map((number) => `job/${number}`),
    });
  }
  const { body } = await get(api, '/api/tasks?limit=2&sort=priority');
  const other = await get(api, `/api/tasks?limit=2&sort=retries&cursor=${body.next_cursor}`);
  expect([other.status, other.body.code]).toEqual([422, 'bad-cursor']);
});

test('what a filter or an order does not take is refused with what it takes', async () => {
  const api = await createServer();
  const refusals: [path: string, status: number, detail: string][] = [
    [
      '/api/tasks?error=two%20words',
      400,
      'error (query) takes one or several kinds of errors, separated by commas, such as Blocked,RateLimited, got "two words".',
    ],
    [
      '/api/tasks?priority=high',
      400,
      'priority (query) takes a whole number from -1000 to 1000, got "high".',
    ],
    ['/api/jobs?priority=11', 400, 'priority (query) takes a whole number from 1 to 10, got "11".'],
    [
      '/api/tasks?retries_min=-1',
      400,
      'retries_min (query) takes a whole number from 0 to 1000000, got "-1".',
    ],
    ['/api/tasks?stage=baking', 400, 'stage (query) takes one of fetch, ingest, images, got "baking".'],
    [
      '/api/jobs?search=%2A',
      400,
      'search (query) takes 1 to 100 characters with a letter or a digit, none of them a control character, got "*".',
    ],
    [
      '/api/tasks?sort=name',
      400,
      'sort (query) takes one of created, ended, duration, priority, retries, got "name".',
    ],
    [
      '/api/tasks?sort=duration&status=pending',
      422,
      'sort (query) takes ended and duration only for closed tasks or jobs, got duration with the status pending.',
    ],
    [
      '/api/jobs?sort=ended&status=running,pending',
      422,
      'sort (query) takes ended and duration only for closed tasks or jobs, got ended with the status running,pending.',
    ],
  ];
  for (const [path, status, detail] of refusals) {
    const answer = await get(api, path);
    expect({ path, status: answer.status, detail: answer.body.detail }).toEqual({ path, status, detail });
  }
});

test('a question that takes too long is answered with the advice to narrow the time', async () => {
  const api = await createServer();
  await api.db.transaction().execute(async (tx) => {
    await sql`lock table runs in access exclusive mode`.execute(tx);
    for (const { status, body } of await Promise.all(
      ['/api/tasks?search=any', '/api/tasks/counts?search=any', '/api/jobs?search=any'].map((path) =>
        get(api, path),
      ),
    ))
      expect([status, body.code, body.detail]).toEqual([
        422,
        'too-broad',
        'The answer takes longer than 4 seconds to read: narrow the time with since and until.',
      ]);
  });
});
