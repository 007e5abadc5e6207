import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { connectDatabase, type Db } from '../../db/connect.ts';

export interface TestDatabase {
  db: Db;
  url: string;
}

/** Creates a migrated database for the calling test. The database is dropped if the test passes, and kept if it fails. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('templateDatabase'));
}

/** Creates a database without tables for the calling test. It is dropped if the test passes, and kept if it fails. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0');
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const db = connectDatabase({
    url: url.href,
    poolSize: 10,
    applicationName: name,
    onLostConnection: () => undefined,
  });
  onTestFinished(async ({ task }) => {
    await db.destroy();
    if (task.result?.state === 'pass') await administer(`drop database ${name} with (force)`);
  });
  return { db, url: url.href };
}

/** Returns the URL of a test's database. */
export async function databaseUrlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    // PostgreSQL does not copy a template twice at the same time, so a lock makes one copy wait for the other.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
