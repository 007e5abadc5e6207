import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectThroughLink } from '../../support/linked-database.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('a connection on which an answer did not come is left, and the next question has another', async () => {
  const { url } = await createTestDatabase();
  const { db, link } = await connectThroughLink(url, { poolSize: 1, answerMsMax: 100 });
  const ask = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const first = await ask();
  expect(await ask()).toBe(first);
  link.holdOldConnections();
  await expect(ask()).rejects.toThrow('Query read timeout');
  const second = await ask();
  expect(second).toBeGreaterThan(0);
  expect(second).not.toBe(first);
});
