import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function createServer(): Promise<{ db: Db } & ApiServer> {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, ...(await startApiServer({ db, client })) };
}

/** Expects each request to be refused with this status and code, and exactly this detail. */
async function expectRefusals(
  { call }: Pick<ApiServer, 'call'>,
  refusals: [path: string, detail: string, body?: unknown][],
  kind: [status: number, code: string] = [400, 'bad-input'],
): Promise<void> {
  for (const [path, detail, body] of refusals) {
    const [method, url] = path.startsWith('/') ? ['GET', path] : (path.split(' ') as [string, string]);
    const answer = await call(method, url, { body });
    expect([path, answer.status, answer.body.code, answer.body.detail]).toEqual([path, ...kind, detail]);
  }
}

const ID = 'a whole number, 1 or more';
const TIME = 'a time with its zone, such as 2026-01-31T08:00:00Z';
const STATE = 'the two letters of a state or province, such as AZ';
const ROLES =
  'one of payload_fetch, product_discovery, product_resync, entry_point_discovery, product_refresh, store_discovery, analytics_refresh, proxy_probe, storage_sweep';

test('a parameter that is no number of the right kind is told what it takes and what was given', async () => {
  const server = await createServer();
  await expectRefusals(server, [
    ['/api/products?dispensary_id=abc', `dispensary_id (query) takes ${ID}, got "abc".`],
    ['/api/products?limit=ten', 'limit (query) takes a whole number from 1 to 500, got "ten".'],
    ['/api/products?limit=1.5', 'limit (query) takes a whole number from 1 to 500, got "1.5".'],
    ['/api/products?limit=501', 'limit (query) takes a whole number from 1 to 500, got "501".'],
    ['/api/products?limit=', 'limit (query) takes a whole number from 1 to 500, got "".'],
    [
      '/api/products?limit=1&limit=2',
      'limit (query) takes a whole number from 1 to 500, got 2 of them: "1" and "2".',
    ],
    [
      '/api/products?price_min=cheap&price_max=$40',
      'price_min (query) takes a number from 0 to 99999999.99, got "cheap". ' +
        'price_max (query) takes a number from 0 to 99999999.99, got "$40".',
    ],
    ['/api/products?price_min=', 'price_min (query) takes a number from 0 to 99999999.99, got "".'],
    ['/api/payloads/abc', `id (path) takes ${ID}, got "abc".`],
    ['/api/payloads/store/1/diff?from=a', `from (query) takes ${ID}, got "a".`],
  ]);
});

test('a time without its zone, in words, or with a plus that the URL has eaten, is told what a time is', async () => {
  const server = await createServer();
  const since = (given: string, more = '') => `since (query) takes ${TIME}, got "${given}"${more}.`;
  await expectRefusals(server, [
    ['/api/changes?since=2026-01-10', since('2026-01-10')],
    ['/api/tasks?since=yesterday', since('yesterday')],
    ['/api/payloads?since=10/01/2026', since('10/01/2026')],
    ['/api/changes?since=1768003200', since('1768003200')],
    ['/api/changes?since=2026-01-10T06:00:00', since('2026-01-10T06:00:00')],
    [
      '/api/changes?since=2026-01-10T06:00:00+02:00',
      since('2026-01-10T06:00:00 02:00', '; in a URL, + is written %2B'),
    ],
    [
      'POST /api/tasks',
      `scheduled_for (body) takes ${TIME}, got "tomorrow".`,
      { role: 'proxy_probe', scheduled_for: 'tomorrow' },
    ],
    [
      'POST /api/tasks/generate/resync',
      'date (body) takes a day, such as 2026-01-31, got "10/01/2026".',
      { date: '10/01/2026' },
    ],
    ['/api/analytics/price-history?day=today', 'day (query) takes a day, such as 2026-01-31, got "today".'],
  ]);
});

test('a body is told what it lacks, and what its fields take', async () => {
  const server = await createServer();
  await expectRefusals(server, [
    ['POST /api/tasks', `role (body) is missing; it takes ${ROLES}.`, {}],
    ['POST /api/tasks', `role (body) takes ${ROLES}, got "crawl".`, { role: 'crawl' }],
    ['POST /api/tasks', 'The body takes a JSON object, got a list of 0.', []],
    ['POST /api/tasks', `dispensary_id (body) is missing; it takes ${ID}.`, { role: 'payload_fetch' }],
    [
      'POST /api/tasks',
      `payload.payload_id (body) takes ${ID}, got "7". ` +
        'priority (body) takes a whole number from -1000 to 1000, got 1001.',
      { role: 'product_refresh', payload: { payload_id: '7' }, priority: 1001 },
    ],
    [
      'POST /api/job-queue/enqueue-batch',
      'dispensary_ids (body) takes a list of 1 to 1000 values, got a list of 0.',
      { dispensary_ids: [] },
    ],
    [
      'POST /api/job-queue/enqueue-batch',
      `dispensary_ids.1 (body) takes ${ID}, got null.`,
      { dispensary_ids: [1, null] },
    ],
    [
      'POST /api/schedules',
      'id (body) takes an id of 1 to 100 letters, digits and the signs _ . -, got "a b". ' +
        'interval_hours (body) takes a number of hours, from a minute (0.0167) to a year (8760), got 0.',
      { role: 'proxy_probe', id: 'a b', interval_hours: 0 },
    ],
    [
      'PUT /api/schedules/analytics_refresh',
      `state_code (body) takes ${STATE} or null, got "ZZ".`,
      { state_code: 'ZZ' },
    ],
    [
      'PATCH /api/dispensaries/1',
      'The body takes at least one of crawl_enabled, crawl_interval_hours and fetch_mode.',
      {},
    ],
    [
      'PATCH /api/dispensaries/1',
      'crawl_enabled (body) takes true or false, got "yes". ' +
        'crawl_interval_hours (body) takes a number above 0, at most 8784 or null, got 0. ' +
        'fetch_mode (body) takes one of http, browser, auto, got "fast".',
      { crawl_enabled: 'yes', crawl_interval_hours: 0, fetch_mode: 'fast' },
    ],
    [
      'POST /api/proxies',
      `host (body) takes a host name or an address, got "${'_'.repeat(80)}…".`,
      { host: '_'.repeat(100), port: 80 },
    ],
  ]);
});

test('a parameter of fixed words is told them, and a text what it may hold, each once', async () => {
  const server = await createServer();
  await expectRefusals(server, [
    ['/api/products?in_stock=yes', 'in_stock (query) takes true or false, got "yes".'],
    [
      '/api/payloads?verdict=bad',
      'verdict (query) takes one of accepted, suspect, confirmed, rejected, got "bad".',
    ],
    [
      '/api/events?types=task,menu',
      'types (query) takes one of task, job, run, worker, quarantine, quality, operation, got "task,menu".',
    ],
    [
      '/api/tasks?status=done',
      'status (query) takes one or several of pending, claimed, running, stale, completed, unconfirmed, failed, cancelled, separated by commas, got "done".',
    ],
    [
      '/api/products?search=',
      'search (query) takes a text of 1 to 200 characters, none of them a control character, got "".',
    ],
    [
      `/api/analytics/current-prices?brand_name=${'x'.repeat(201)}`,
      `brand_name (query) takes nothing or a text of 1 to 200 characters, none of them a control character, got "${'x'.repeat(80)}…".`,
    ],
    ['/api/products?cursor=*', 'cursor (query) takes the next_cursor of the previous page, got "*".'],
  ]);
});

test('what may be secret is not repeated', async () => {
  const { call } = await createServer();
  const body = { host: 'me:hunter2@proxy.test', port: 80, username: 'hunter2\n', password: ['hunter2'] };
  const { status, text } = await call('POST', '/api/proxies', { body });
  expect(status).toBe(400);
  expect(text).toContain('password (body) takes a text of 1 to 1000 characters');
  expect(text).not.toContain('hunter2');
  const malformed = await call('POST', '/api/proxies', {
    body: '{"password": hunter2}',
    headers: { 'content-type': 'application/json' },
  });
  expect(malformed.body.detail).toBe('The body is not JSON: line 1, column 14 is wrong.');
});

test('a name that is not taken is told those that are, and the nearest of them', async () => {
  const server = await createServer();
  await expectRefusals(server, [
    [
      '/api/tasks/counts?stat=failed',
      'stat (query) is not taken here; did you mean status? Accepted are role, status, dispensary_id, platform, state, stage, started_by, ids, worker, error, priority, priority_min, retries_min, requested_by, search, since, until, ended_since, ended_until.',
    ],
    ['/api/proxies?colour=red', 'colour (query) is not taken here. Accepted are limit, cursor.'],
    [
      'POST /api/tasks',
      'dispensary_ids (body) is not taken here; did you mean dispensary_id? Accepted are role, dispensary_id, platform, priority, scheduled_for, max_retries.',
      { role: 'entry_point_discovery', dispensary_id: 1, dispensary_ids: [1] },
    ],
  ]);
});

test('a state is taken in any case, and one that nobody knows is refused', async () => {
  const { db, call } = await createServer();
  const server = { db, call, url: '' };
  const taken: [path: string, takes: string][] = [
    ['tasks', `${STATE}, or several, separated by commas`],
    ['tasks/counts', `${STATE}, or several, separated by commas`],
    ['dispensaries', STATE],
    ['analytics/current-prices', `nothing or ${STATE}`],
    ['analytics/availability', `nothing or ${STATE}`],
  ];
  for (const [path, takes] of taken) {
    await expectRefusals(server, [[`/api/${path}?state=ZZ`, `state (query) takes ${takes}, got "ZZ".`]]);
    for (const state of ['az', 'Az']) {
      const { status } = await call('GET', `/api/${path}?state=${state}`);
      expect([path, state, status]).toEqual([path, state, 200]);
    }
  }
  const started = await call('POST', '/api/tasks/generate/resync', { body: { state_code: 'az' } });
  expect([started.status, started.body.scope]).toEqual([201, 'AZ']);
});

test('a range that ends before it begins is refused, with both its ends', async () => {
  const server = await createServer();
  const range = 'since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z';
  const detail = 'since (query) must not be above until, got 2026-02-01T00:00:00Z and 2026-01-01T00:00:00Z.';
  const ranges = ['changes', 'tasks', 'tasks/counts', 'payloads', 'products/1/history'].map(
    (path): [string, string] => [`/api/${path}?${range}`, detail],
  );
  const prices = 'price_min (query) must not be above price_max, got 50 and 9.5.';
  await expectRefusals(
    server,
    [...ranges, ['/api/products?price_min=50&price_max=9.5', prices]],
    [422, 'impossible'],
  );
  const { body } = await server.call('GET', '/api/products?price_min=2&price_max=1');
  expect(body.errors).toMatchObject([{ pointer: '/price_min' }, { pointer: '/price_max' }]);
  expect((await server.call('GET', '/api/products?price_min=2&price_max=2')).status).toBe(200);
});

test('a body of a type that a route does not take is 415 everywhere, and says which it takes', async () => {
  const { call } = await createServer();
  const { body: document } = await call<{ paths: Record<string, Record<string, Operation>> }>(
    'GET',
    '/openapi.json',
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const taking = operations.filter(({ operation }) => operation.requestBody !== undefined);
  expect(taking.length).toBeGreaterThan(20);
  for (const { method, path, operation } of taking) {
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const isList = operation.requestBody?.content['text/csv'] !== undefined;
    const types = ['application/x-www-form-urlencoded', ...(isList ? ['application/json'] : ['text/plain'])];
    for (const type of types) {
      const answer = await call(method.toUpperCase(), url, {
        body: '{"role":"proxy_probe"}',
        headers: { 'content-type': type },
      });
      expect([path, answer.status, answer.body.code]).toEqual([path, 415, isList ? 'not-text' : 'not-json']);
      expect(answer.body.detail).toContain(`got "${type}"`);
    }
    expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining(['415'])]);
  }
});

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: object;
}

test('a body that is not JSON is told where it is wrong', async () => {
  const { call } = await createServer();
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await call('POST', '/api/tasks', { body, headers })).body.detail;
  };
  expect(await send('{\n  "role": proxy_probe\n}')).toBe('The body is not JSON: line 2, column 11 is wrong.');
  expect(await send("{'role': 1}")).toBe('The body is not JSON: line 1, column 2 is wrong.');
  expect(await send('{"role": "proxy')).toBe('The body is not JSON: it ends too early.');
  expect(await send('')).toBe('The body is not JSON: it is empty.');
});

test('a list of proxies with one wrong line says so in the singular', async () => {
  const { call } = await createServer();
  const send = (body: string) =>
    call('POST', '/api/proxies/import', { body, headers: { 'content-type': 'text/plain' } });
  expect((await send('http://a.test:0\n')).body.detail).toBe('1 line is wrong; nothing was imported.');
  expect((await send('x y z\nx y z\n')).body.detail).toBe('2 lines are wrong; nothing was imported.');
});
