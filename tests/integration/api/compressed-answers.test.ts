import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('an answer comes compressed to who takes that, and a stream of events as it is', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url, call } = await startApiServer({ db, client, isFollowed: false });
  const headers = { 'accept-encoding': 'gzip' };
  const plain = await call('GET', '/api/overview');
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    'Accept-Encoding',
  ]);
  const zipped = await fetch(`${url}/api/overview`, { headers });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(await zipped.json()).toMatchObject({ verdict: 'bad' });
  const stop = new AbortController();
  const stream = await fetch(`${url}/api/events`, { headers, signal: stop.signal });
  expect(stream.headers.get('content-encoding')).toBe(null);
  stop.abort();
});
