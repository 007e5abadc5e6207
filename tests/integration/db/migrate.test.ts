import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('a database that is up to date is left alone', async () => {
  const { url } = await createTestDatabase();
  expect(await migrate(url)).toEqual([]);
});

test('a migration that was applied and has changed since is refused', async () => {
  const { url } = await createTestDatabase();
  const [first, ...others] = await readMigrations();
  const changed = [{ ...first!, sha256: 'f'.repeat(64) }, ...others];
  await expect(migrate(url, changed)).rejects.toThrow(/0001_.*was applied to this database in another form/);
});

test('processes that migrate at once apply each file once', async () => {
  const { url } = await createTestDatabase();
  const known = await readMigrations();
  const more = [
    ...known,
    { name: '9001_more.sql', sql: 'create table more (id int)', sha256: 'a'.repeat(64) },
  ];
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, more)));
  expect(applied.flat()).toEqual(['9001_more.sql']);
});

test('a migration that fails changes nothing and is named', async () => {
  const { db, url } = await createTestDatabase();
  const broken = {
    name: '9001_broken.sql',
    sql: 'create table half (id int); select 1/0;',
    sha256: 'b'.repeat(64),
  };
  await expect(migrate(url, [...(await readMigrations()), broken])).rejects.toThrow(
    /9001_broken.sql failed and changed nothing: division by zero/,
  );
  const tables = await db.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain('half');
});

test('a database of a newer version is refused', async () => {
  const { url } = await createTestDatabase();
  await migrate(url, [
    ...(await readMigrations()),
    { name: '9001_newer.sql', sql: 'select 1', sha256: 'c'.repeat(64) },
  ]);
  await expect(migrate(url)).rejects.toThrow(/does not know: 9001_newer.sql/);
});
