import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { runProgram } from '../support/run-program.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';

const LOOK = ['fsck'];

async function refusalOf(program: string, text: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, text, env);
  expect(code).toBe(2);
  return `${stdout}${stderr}`;
}

test('a database that is behind is changed by no command, and by no process that may not', async () => {
  const { db, url } = await createEmptyDatabase();
  const migrations = await readMigrations();
  const last = migrations.at(-1)!.name;
  await migrate(url, migrations.slice(0, -1));
  const env = { DATABASE_URL: url, AUTO_MIGRATE: 'false', TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const text = new RegExp(
    `The database at .+ is behind this version of Crawlchain: it lacks ${last}. Apply them with .npm run migrate.`,
  );
  expect(await refusalOf('cli/main.ts', LOOK, { DATABASE_URL: url })).toMatch(text);
  expect(
    await refusalOf('cli/main.ts', ['keys', 'create', 'one', '--direct'], { DATABASE_URL: url }),
  ).toMatch(text);
  expect(await refusalOf('api/main.ts', [], env)).toMatch(text);
  expect(await refusalOf('workers/main.ts', [], env)).toMatch(text);
  const { rows } = await sql`select name from schema_migrations where name = ${last}`.execute(db);
  expect(rows).toEqual([]);
  expect(await runProgram('scripts/migrate.ts', [], { DATABASE_URL: url })).toMatchObject({
    code: 0,
    stdout: `Applied ${last}.\n`,
  });
  expect((await runProgram('cli/main.ts', LOOK, { DATABASE_URL: url })).code).toBe(0);
});

test('an API that must not start for want of a signing key leaves the database as it is', async () => {
  const { db, url } = await createEmptyDatabase();
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1', API_HOST: '0.0.0.0', API_PORT: '0' };
  expect(await refusalOf('api/main.ts', [], env)).toContain('IMAGE_SIGNING_KEY is not set');
  expect(await db.introspection.getTables()).toEqual([]);
});

test('a database of a newer version is refused with what is not known of it', async () => {
  const { db, url } = await createTestDatabase();
  await sql`insert into schema_migrations (name, sha256) values ('9999_newer.sql', 'x')`.execute(db);
  expect(await refusalOf('cli/main.ts', LOOK, { DATABASE_URL: url })).toContain(
    'does not know: 9999_newer.sql. Run the newer version.',
  );
});
