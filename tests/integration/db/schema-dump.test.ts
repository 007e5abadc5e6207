import { readFile, writeFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../support/test-database.ts';
import { describeSchema } from '../../support/describe-schema.ts';

const DUMP = new URL('../../../db/schema.sql', import.meta.url);

const HEADER = `-- What the migrations make, in one file to read. Not to be edited: after a new migration,
-- \`UPDATE_SCHEMA=1 npx vitest run tests/integration/db/schema-dump.test.ts\` writes it anew.

`;

test('db/schema.sql is what the migrations make', async () => {
  const { url } = await createTestDatabase();
  const made = `${HEADER}${await describeSchema(url)}`;
  if (process.env.UPDATE_SCHEMA) await writeFile(DUMP, made);
  expect(await readFile(DUMP, 'utf8')).toBe(made);
});

test('db/schema.sql makes the same schema in an empty database', async () => {
  const { url } = await createTestDatabase();
  const migrated = await describeSchema(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public, compat cascade; create schema public');
  await client.query(await readFile(DUMP, 'utf8'));
  await client.end();
  expect(await describeSchema(url)).toBe(migrated);
});
