import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { inspectDatabase } from '../../db/inspect-database.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { readInstance } from '../../db/queries/instance.ts';
import type { Db } from '../../db/connect.ts';
import { connectCrawlchain } from '../../temporal-client/crawlchain-client.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { openLink } from '../support/server-link.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The instance id of servers that belong to someone else. */
const STRANGER = '22222222-2222-4222-8222-222222222222';

/** An address at which nothing listens: the system assigns no port this low. */
const NOWHERE = '127.0.0.1:1';

/** A command that does not use the API. */
const REBUILD = ['ledger', 'rebuild'];
const TASK = 'crawl~1~0199c6f2-5a1b-7000-8000-000000000001';

/** Creates a database of this instance, and a namespace that belongs to another instance, or to none if the id is null. */
async function givenStranger(id: string | null) {
  const [{ db, url }, { client, namespace, address }] = [
    await createTestDatabase(),
    await createTestNamespace(id),
  ];
  const env = {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    API_PORT: '0',
    WORKER_QUEUES: 'ingest',
    PROXY_PASSWORD_KEY_FILE: `${await temporaryFolder('other-instance-')}/key`,
  };
  return { db, client, env, both: [STRANGER, inject('instanceId'), address, new URL(url).host] };
}

test('a worker, the API and the command refuse a namespace of another installation, and change nothing there', async () => {
  const { client, env, both } = await givenStranger(STRANGER);
  const calls: [program: string, ...words: string[]][] = [
    ['workers/main.ts'],
    ['api/main.ts'],
    ['cli/main.ts', 'ledger', 'rebuild'],
    ['cli/main.ts', 'tasks', 'cancel', TASK, '--direct'],
  ];
  await Promise.all(
    calls.map(async ([program, ...text]) => {
      const { code, stdout, stderr } = await runProgram(program, text, env);
      expect([program, code], stdout + stderr).toEqual([program, 2]);
      for (const part of both) expect(stdout + stderr).toContain(part);
    }),
  );
  expect((await client.workflow.count()).count).toBe(0);
  const { done } = await client.schedule.list()[Symbol.asyncIterator]().next();
  expect(done).toBe(true);
});

test('a namespace that carries no id is refused until the setup has joined it to the database', async () => {
  const { env } = await givenStranger(null);
  const refused = await runProgram('cli/main.ts', REBUILD, env);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('`npm run setup:temporal`') });

  const setUp = await runProgram('scripts/setup-temporal.ts', [], env);
  expect(setUp).toMatchObject({ code: 0, stderr: '' });
  expect(setUp.stdout).toContain(`Instance: ${inject('instanceId')}, now written to the namespace.\n`);
  const again = await runProgram('scripts/setup-temporal.ts', [], env);
  expect(again.stdout).toContain(`Instance: ${inject('instanceId')}, as the database.\n`);
  expect(await runProgram('cli/main.ts', REBUILD, env)).toMatchObject({ code: 0 });

  const { url, db } = await createTestDatabase();
  await db.updateTable('instance').set({ id: STRANGER }).execute();
  const others = await runProgram('scripts/setup-temporal.ts', [], { ...env, DATABASE_URL: url });
  expect(others).toMatchObject({ code: 2, stderr: expect.stringContaining(`to instance ${STRANGER}.`) });
  expect(others.stdout).toBe('');
});

test('INSTANCE_ID names the only installation that is used, and TEMPORAL_INSTANCE_CHECK=false asks no namespace', async () => {
  const { env } = await givenStranger(null);
  const unasked = { ...env, TEMPORAL_INSTANCE_CHECK: 'false' };
  expect(await runProgram('cli/main.ts', REBUILD, unasked)).toMatchObject({ code: 0 });
  const wanted = await runProgram('cli/main.ts', REBUILD, { ...unasked, INSTANCE_ID: STRANGER });
  expect(wanted).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/belongs to instance 1{8}-.*, but 2{8}-.* is expected/),
  });
});

test('where INSTANCE_ID is another, a database is neither migrated nor read, nor written to', async () => {
  const { db, url } = await createEmptyDatabase();
  const migrations = await readMigrations();
  await migrate(url, migrations.slice(0, -1));
  const id = (await readInstance(db))?.id;
  const { env } = await givenStranger(null);
  const calls: [program: string, ...words: string[]][] = [
    ['workers/main.ts'],
    ['api/main.ts'],
    ['scripts/migrate.ts'],
    ['cli/main.ts', 'keys', 'create', 'one', '--direct'],
    ['cli/main.ts', 'fsck'],
  ];
  await Promise.all(
    calls.map(async ([program, ...text]) => {
      const given = { ...env, DATABASE_URL: url, INSTANCE_ID: STRANGER };
      const { code, stdout, stderr } = await runProgram(program, text, given);
      expect([program, code], stdout + stderr).toEqual([program, 2]);
      for (const part of [id, STRANGER]) expect(stdout + stderr).toContain(part);
    }),
  );
  const missing = async () => (await inspectDatabase(url)).missingMigrations;
  expect(await missing()).toEqual([migrations.at(-1)!.name]);
  expect(await db.selectFrom('api_keys').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('api_audit').select('id').execute()).toEqual([]);

  // If Temporal is away, the database is still migrated, here by the API.
  const api = startProgram('api/main.ts', [], { ...env, DATABASE_URL: url, TEMPORAL_ADDRESS: NOWHERE });
  await expect.poll(() => api.sofar.stdout, { timeout: 60_000 }).toContain('"msg":"listening"');
  expect(await missing()).toEqual([]);
});

test('a command waits for a database that is slow to say whose it is, and refuses a foreign namespace then', async () => {
  const { db, client, env, both } = await givenStranger(STRANGER);
  const lock = await db.startTransaction().execute();
  await sql`lock table instance in access exclusive mode`.execute(lock);
  const commands = [REBUILD, ['tasks', 'cancel', TASK, '--direct']].map((text) =>
    startProgram('cli/main.ts', text, env),
  );
  await expect
    .poll(
      async () => (await countLongWaits(db)) + commands.filter(({ sofar }) => sofar.code !== null).length,
      {
        timeout: 120_000,
      },
    )
    .toBe(commands.length);
  await lock.rollback().execute();
  for (const { code, stderr } of await Promise.all(commands.map(({ finished }) => finished))) {
    expect([code, stderr]).toEqual([2, expect.any(String)]);
    for (const part of both) expect(stderr).toContain(part);
  }
  expect((await client.workflow.count()).count).toBe(0);
});

/** Counts the statements that have waited for a lock for longer than on a busy server. */
async function countLongWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query_start < now() - interval '5 seconds'
  `.execute(db);
  return rows[0]!.count;
}

test('an API whose Temporal comes later, and is another installation’s, ends then', async () => {
  const { env, both } = await givenStranger(STRANGER);
  const link = await openLink(env.TEMPORAL_ADDRESS);
  link.holdAnswers();
  const api = startProgram('api/main.ts', [], { ...env, TEMPORAL_ADDRESS: link.address });
  await expect.poll(() => api.sofar.stdout, { timeout: 60_000 }).toContain('"msg":"listening"');
  link.release();
  const { code, stdout } = await api.finished;
  expect(code).toBe(2);
  for (const part of both.slice(0, 2)) expect(stdout).toContain(part);
});

test('an API that cannot compare says why in its log, once for each reason', async () => {
  const { env } = await givenStranger(STRANGER);
  const link = await openLink(env.TEMPORAL_ADDRESS);
  link.holdAnswers();
  const { sofar } = startProgram('api/main.ts', [], {
    ...env,
    TEMPORAL_ADDRESS: link.address,
    TEMPORAL_NAMESPACE: 'no-such-namespace',
  });
  const reasons = () => [...sofar.stdout.matchAll(/"reason":"(.*?)"/g)].map(([, reason]) => reason);
  await expect.poll(reasons, { timeout: 60_000 }).toEqual(['Temporal does not answer']);
  link.release();
  await expect
    .poll(reasons, { timeout: 60_000 })
    .toEqual(['Temporal does not answer', expect.stringContaining('no-such-namespace')]);
});

test('the typed client takes no address but one that it is given, and no other installation than the one it was told', async () => {
  await expect(connectCrawlchain({ address: undefined })).rejects.toThrow('TEMPORAL_ADDRESS is not set');
  const { address, namespace } = await createTestNamespace(STRANGER);
  await expect(connectCrawlchain({ address, namespace, instanceId: inject('instanceId') })).rejects.toThrow(
    `${namespace} at ${address} belongs to instance ${STRANGER}, but ${inject('instanceId')} is expected`,
  );
  const client = await connectCrawlchain({ address, namespace, instanceId: STRANGER });
  await client.close();
});
