import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../../db/connect.ts';
import { isDatabaseUnavailable, isUncountedOutage } from '../../../db/database-errors.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error) => error);

/** Returns how callers treat an error. They retry after an outage without limit, and after an overload a limited number of times. */
const meaningOf = (error: unknown): string => {
  if (isUncountedOutage(error)) return isDatabaseUnavailable(error) ? 'outage' : 'outage for writes';
  return isDatabaseUnavailable(error) ? 'overload' : 'failure';
};

test('only what no statement can cause is retried without a limit', async () => {
  const { db } = await createTestDatabase();
  const cases = [
    ['53100', 'could not extend file: No space left on device', 'outage'],
    ['53300', 'sorry, too many clients already', 'outage'],
    ['57P03', 'the database system is starting up', 'outage'],
    ['08006', 'connection failure', 'outage'],
    ['08P01', 'server login has been failing, cached error: connect failed', 'outage'],
    ['08P01', 'query_wait_timeout', 'outage'],
    ['08P01', 'no more connections allowed (max_client_conn)', 'outage'],
    ['25006', 'cannot execute UPDATE in a read-only transaction', 'outage for writes'],
    ['53200', 'out of memory', 'overload'],
    ['57014', 'canceling statement due to statement timeout', 'overload'],
    ['53400', 'temporary file size exceeds "temp_file_limit"', 'failure'],
    ['08P01', 'invalid message format', 'failure'],
    ['42P01', 'relation "none" does not exist', 'failure'],
  ];
  const found: string[][] = [];
  for (const [code = '', message = ''] of cases) {
    const raise = `begin raise exception using errcode = '${code}', message = '${message}'; end`;
    const error = await failureOf(sql`do ${sql.lit(raise)}`.execute(db));
    expect(error).toMatchObject({ code, message });
    found.push([code, message, meaningOf(error)]);
  }
  expect(found).toEqual(cases);
});

test('a statement that is slower than its timeout is not an outage', async () => {
  const { url } = await createTestDatabase();
  const { db } = await connectThroughLink(url, { poolSize: 1, answerMsMax: 2_000 });
  const error = await failureOf(sql`select pg_sleep(60)`.execute(db));
  expect(error).toMatchObject({ message: 'Query read timeout' });
  expect(isUncountedOutage(error)).toBe(false);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a database that goes silent counts as an outage from the next connection on', async () => {
  const { url } = await createTestDatabase();
  const { db, link } = await connectThroughLink(url, { poolSize: 1, answerMsMax: 2_000 });
  await sql`select 1`.execute(db);
  link.holdAnswers();
  expect(isUncountedOutage(await failureOf(sql`select 1`.execute(db)))).toBe(false);
  expect(isUncountedOutage(await failureOf(sql`select 1`.execute(db)))).toBe(true);
});

/** Starts a server that accepts logins but answers no statement, as PgBouncer does while its server is unreachable. */
async function startSilentPooler(): Promise<string> {
  const ready = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const pooler = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(ready));
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => void pooler.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void pooler.close());
  return `postgres://nobody@127.0.0.1:${(pooler.address() as AddressInfo).port}/none`;
}

test('a pooler that logs in and does not answer is an outage', async () => {
  const db = connectDatabase({
    url: await startSilentPooler(),
    poolSize: 1,
    answerMsMax: 100,
    applicationName: 'behind a pooler',
    onLostConnection: () => undefined,
  });
  onTestFinished(() => db.destroy());
  expect(isUncountedOutage(await failureOf(sql`select 1`.execute(db)))).toBe(true);
});

test('a connection on which an answer did not come is closed, and the next query gets another', async () => {
  const { url } = await createTestDatabase();
  const { db, link } = await connectThroughLink(url, { poolSize: 1, answerMsMax: 2_000 });
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
