import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { startApiServer } from './api-server.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

const EVERY_MS = 2_000;

/**
 * Starts an API. Until the calling test ends, the ledger claims that a process follows Temporal, so that rows that the test writes stay.
 */
export async function createLevelLedger() {
  const { db } = await createTestDatabase();
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
  const { client } = await createTestNamespace();
  const { url: apiUrl } = await startApiServer({ db, client, isFollowed: false });
  return { db, apiUrl };
}
