import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Place } from './run-tasks.ts';
import { createTestDatabase } from './test-database.ts';

const EVERY_MS = 2_000;

/** A database whose ledger says that somebody follows Temporal, until the calling test ends: commands then ask no Temporal. */
export async function createLevelLedger() {
  const { db, url: databaseUrl } = await createTestDatabase();
  const level = () => sql`update ledger_state set followed_to = now()`.execute(db);
  await level();
  let writing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    writing = level();
  }, EVERY_MS);
  onTestFinished(async () => {
    clearInterval(timer);
    await writing;
  });
  const place: Place = { databaseUrl, temporalAddress: '127.0.0.1:1', namespace: 'none' };
  return { db, ...place };
}
