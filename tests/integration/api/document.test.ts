import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface Operation {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  'x-takes-idempotency-key'?: boolean;
  'x-required-scope'?: 'read' | 'operate' | 'admin';
}

interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: unknown;
}

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call, routes } = await startApiServer({ db, client, isLoopback: false });
  const headers = await givenKey(db, 'read');
  const { body, text } = await call<OpenApiDocument>('GET', '/openapi.json', { headers });
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return { db, call, routes, document: body, text, operations };
}

test('the document is OpenAPI 3.1 and lints clean', async () => {
  const { document, text } = await createServer();
  expect(document.openapi).toMatch(/^3\.1\./);
  const config = await createConfig({
    extends: ['recommended'],
    // Operations without any possible 4XX answer are allowed to document none. Paths that look ambiguous are not, because the id of a
    // task is never a word such as `capacity`.
    rules: {
      'operation-tag-defined': 'error',
      'operation-4xx-response': 'off',
      'no-server-example.com': 'off',
      'no-ambiguous-paths': 'off',
    },
  });
  const found = await lintFromString({ source: text, config });
  expect(
    found.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
  ).toEqual([]);
});

test('no answer is described by the same sentence twice', async () => {
  const { operations } = await createServer();
  const repeated = operations.flatMap(({ method, path, operation }) =>
    Object.values((operation.responses ?? {}) as Record<string, { description: string }>)
      .map(({ description }) => description)
      .filter(
        (text) =>
          new Set(text.split('. ').map((one) => one.replace(/\.$/, ''))).size < text.split('. ').length,
      )
      .map((text) => `${method} ${path}: ${text}`),
  );
  expect(repeated).toEqual([]);
});

/** Paths that need no key: probes, pictures, a page that contains no data, and the sign-in. */
const PUBLIC = [
  '/healthz',
  '/readyz',
  '/api',
  '/api/session',
  '/img/*',
  '/reference',
  '/reference/show.js',
  '/reference/:file',
];

test('every route but those of health, pictures and the empty reference page takes a key: none, a wrong and a weak one are refused', async () => {
  const { db, call, operations, routes } = await createServer();
  const scopes = new Map(
    operations.map(({ method, path, operation }) => [
      `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation['x-required-scope'],
    ]),
  );
  const weaker = { read: [], operate: [await givenKey(db, 'read')], admin: [await givenKey(db, 'operate')] };
  const wrong = { authorization: `Bearer cc_${'0'.repeat(12)}_${'A'.repeat(43)}` };
  const guarded = routes.filter(({ path }) => !PUBLIC.includes(withoutPattern(path)));
  expect(guarded.length).toBeGreaterThan(60);
  for (const { method, path } of guarded) {
    const url = path.replaceAll(/:\w+(\{[^}]*\})?/g, '1');
    const scope = scopes.get(`${method} ${path}`) ?? 'read';
    const send = (headers: Record<string, string>) =>
      call(method, url, { headers, ...(method === 'GET' ? {} : { body: {} }) });
    expect([method, path, (await send({})).status]).toEqual([method, path, 401]);
    expect([method, path, (await send(wrong)).status]).toEqual([method, path, 401]);
    for (const weak of weaker[scope])
      expect([method, path, (await send(weak)).status]).toEqual([method, path, 403]);
  }
});

test('what starts work takes an Idempotency-Key, and what changes something a reason', async () => {
  const { operations } = await createServer();
  const ref = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const changing = operations.filter(({ method }) => method !== 'GET');
  for (const { operation } of changing) expect(operation.parameters).toContainEqual(ref('Reason'));
  const starting = operations.filter(({ operation }) => operation['x-takes-idempotency-key'] === true);
  expect(starting.map(({ operation }) => operation.operationId)).toEqual(
    expect.arrayContaining(['createTask', 'retryTask', 'enqueueBatch', 'triggerSchedule', 'testProxy']),
  );
  for (const { operation } of starting) {
    expect(operation.parameters).toContainEqual(ref('IdempotencyKey'));
    expect(Object.keys(operation.responses!), operation.operationId).toEqual(
      expect.arrayContaining(['409', '422']),
    );
  }
});

test('what has a pattern says in words what it takes', async () => {
  const { document } = await createServer();
  const wordless: unknown[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('pattern' in value && typeof value.pattern === 'string' && !('x-takes' in value))
      wordless.push(value);
    for (const part of Object.values(value)) look(part);
  };
  const { paths, components } = document;
  for (const [path, methods] of Object.entries(paths)) {
    // The project's own code parses pictures and lists of proxies, and has its own messages.
    if (path.startsWith('/img/') || path.endsWith('/import')) continue;
    for (const operation of Object.values(methods)) look([operation.parameters, operation.requestBody]);
  }
  look(components);
  expect(wordless).toEqual([]);
});

/** Path segments that are not a valid id. */
const ODD_PARTS = ['%00', '%0', '%ff', '..%2f', '%e2%80%ae', 'x'.repeat(10_000), '-1', '1e400', '%7B%7D'];

test('whatever stands in a path for an id is refused, and breaks nothing', async () => {
  const { db, call, routes } = await createServer();
  const headers = await givenKey(db, 'admin');
  const broken: unknown[] = [];
  const filled = routes.filter(({ path, method }) => path.includes(':') && method !== 'ALL');
  expect(filled.length).toBeGreaterThan(40);
  for (const { method, path } of filled)
    for (const part of ODD_PARTS) {
      const url = path.replaceAll(/:\w+(\{[^}]*\})?/g, part).replace('*', part);
      const { status } = await call(method, url, { headers, ...(method === 'GET' ? {} : { body: {} }) });
      if (status >= 500 || status === 429 || status < 300)
        broken.push([method, path, part.slice(0, 10), status]);
    }
  expect(broken).toEqual([]);
});

test('each operation has an id of its own', async () => {
  const { operations } = await createServer();
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the reference page loads what it needs from here', async () => {
  const { call } = await createServer();
  const { status, headers } = await call('GET', '/api');
  expect([status, headers.get('location')]).toEqual([302, '/reference']);
  const { text } = await call('GET', '/reference');
  const files = [...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path!);
  expect(files).toHaveLength(3);
  for (const file of files) expect([file, (await call('GET', file)).status]).toEqual([file, 200]);
  expect((await call('GET', '/reference/package.json')).status).toBe(404);
});

/** Removes the patterns from a route's path. */
function withoutPattern(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '');
}
