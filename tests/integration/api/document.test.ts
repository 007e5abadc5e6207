import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface Operation {
  operationId?: string;
  security?: unknown[];
  'x-required-scope'?: 'read' | 'operate' | 'admin';
}

interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client, isLoopback: false });
  const { body, text } = await call<OpenApiDocument>('GET', '/openapi.json');
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return { db, call, document: body, text, operations };
}

test('the document is OpenAPI 3.1 and lints clean', async () => {
  const { document, text } = await createServer();
  expect(document.openapi).toMatch(/^3\.1\./);
  const config = await createConfig({
    extends: ['recommended'],
    // Temporal, the database and the machine are ours: no answer of the kind 4XX is left out where there can be one.
    // The id of a task is never a word such as `capacity`, nor that of a payload the word `store`.
    rules: {
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

test('every route but those of health, pictures and the document takes a key: none, a wrong and a weak one are refused', async () => {
  const { db, call, operations } = await createServer();
  const weaker = { read: [], operate: [await givenKey(db, 'read')], admin: [await givenKey(db, 'operate')] };
  const wrong = { authorization: `Bearer cc_${'0'.repeat(12)}_${'A'.repeat(43)}` };
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  expect(open.map(({ path }) => path).filter((path) => !path.startsWith('/img/'))).toEqual([
    '/healthz',
    '/readyz',
  ]);
  const guarded = operations.filter((one) => !open.includes(one));
  for (const { method, path, operation } of guarded) {
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const scope = operation['x-required-scope']!;
    const send = (headers: Record<string, string>) =>
      call(method, url, { headers, ...(method === 'GET' ? {} : { body: {} }) });
    expect([method, path, (await send({})).status]).toEqual([method, path, 401]);
    expect([method, path, (await send(wrong)).status]).toEqual([method, path, 401]);
    for (const weak of weaker[scope])
      expect([method, path, (await send(weak)).status]).toEqual([method, path, 403]);
  }
});

test('each operation has an id of its own', async () => {
  const { operations } = await createServer();
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the reference page loads what it needs from here', async () => {
  const { call } = await createServer();
  const { text } = await call('GET', '/reference');
  const files = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path!);
  expect(files).toHaveLength(3);
  for (const file of files) expect([file, (await call('GET', file)).status]).toEqual([file, 200]);
  expect((await call('GET', '/reference/package.json')).status).toBe(404);
});
