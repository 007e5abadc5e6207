import { createServer, connect, Socket, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from '../../../db/connect.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** Sends one query to a database through a new pool. */
async function fetchOnce(url: string): Promise<void> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'first question',
    onLostConnection: () => undefined,
  });
  onTestFinished(() => db.destroy());
  await sql`select 1`.execute(db);
}

/** Forwards connections to a server, and records the first bytes that the first client sends. */
async function recordStart(url: URL): Promise<{ url: string; start: Promise<Buffer> }> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const server = createServer((from) => {
    const to = connect(Number(url.port), url.hostname);
    for (const end of [from, to]) end.on('error', () => undefined);
    from.once('data', resolve);
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: through.href, start: promise };
}

test('the start of a connection has no setting that a transaction pooler refuses', async () => {
  const { url } = await createTestDatabase();
  const link = await recordStart(new URL(url));
  await fetchOnce(link.url);
  const start = await link.start;
  // The startup message has its length, the protocol version 3.0, then names and values, each ended by a zero byte.
  expect(start.readInt32BE(4)).toBe(3 << 16);
  const texts = start.toString('utf8', 8, start.readInt32BE(0)).split('\0');
  const names = texts.filter((text, at) => at % 2 === 0 && text !== '');
  expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
});

test('the system probes a database connection that has been silent for ten seconds', async () => {
  const { url } = await createTestDatabase();
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => setKeepAlive.mockRestore());
  await fetchOnce(url);
  expect(setKeepAlive.mock.calls).toEqual([[true, 10_000]]);
});
