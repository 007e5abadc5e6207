import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { listAudit } from '../../db/queries/api-audit.ts';
import type { Db } from '../../db/connect.ts';
import { runProgram } from '../support/run-program.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { untilBlocked } from '../integration/db/until-blocked.ts';

const APPLIED = { code: 0, stdout: expect.stringContaining(': created\n') };

/** `schedules apply`, which needs Temporal alone, with the database of a URL. */
async function openApply() {
  const { namespace, address } = await createTestNamespace();
  const temporal = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  return (url: string) =>
    runProgram('cli/main.ts', ['schedules', 'apply'], { ...temporal, DATABASE_URL: url });
}

const notedIn = (db: Db) => listAudit(db, { actor: null, before: null, limit: 10 });

test('what needs Temporal alone does not wait for somebody who brings the database to another version', async () => {
  const { db, url } = await createTestDatabase();
  const apply = await openApply();
  const holder = await db.startTransaction().execute();
  await sql`lock table dispensaries`.execute(holder);
  const slow = { name: '9999_slow.sql', sql: 'lock table dispensaries', sha256: 'x' };
  const migrating = migrate(url, [...(await readMigrations()), slow]);
  await untilBlocked(db);

  expect(await apply(url)).toMatchObject({ ...APPLIED, stderr: '' });
  expect(await notedIn(db)).toMatchObject([{ path: 'schedules apply', status: 0 }]);
  await holder.rollback().execute();
  expect(await migrating).toEqual([slow.name]);
});

test('a database without tables stays so where the command needs none, which is told', async () => {
  const { db, url } = await createEmptyDatabase();
  const apply = await openApply();
  expect(await apply(url)).toMatchObject({
    ...APPLIED,
    stderr: 'This is not noted in the audit: relation "api_audit" does not exist\n',
  });
  expect(await db.introspection.getTables()).toEqual([]);
});

test('a database that says nothing keeps no command from Temporal, and is told of once', async () => {
  const silent = createServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const apply = await openApply();
  const applied = await apply(`postgres://ada:hush@127.0.0.1:${port}/x`);
  expect(applied).toMatchObject(APPLIED);
  expect(applied.stderr).toMatch(
    new RegExp(`^This is not noted in the audit: The database at 127\\.0\\.0\\.1:${port} .+\n$`),
  );
});
