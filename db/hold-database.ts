import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { KEEP_ALIVE } from './bounded-pool.ts';

const RETAKE_AFTER_MS = 1_000;

const CONNECT_MS_MAX = 10_000;

/**
 * Reserves a sandbox's database for this process while it runs: a second start would deactivate the first one's proxies and add
 * its own.
 * @returns false when another start holds it
 */
export async function holdDatabase(url: string): Promise<boolean> {
  const client = await takeLock(url);
  if (client === null) return false;
  client.once('end', () => void retake(url));
  return true;
}

/** Takes the lock again: the server releases it when the connection breaks, for example when the server restarts. */
async function retake(url: string): Promise<void> {
  for (;;) {
    await sleep(RETAKE_AFTER_MS, undefined, { ref: false });
    if (await holdDatabase(url).catch(() => false)) return;
  }
}

async function takeLock(url: string): Promise<Client | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'crawlchain-start',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    ...KEEP_ALIVE,
  });
  // A broken connection also emits `end`, which starts the retake.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    ADVISORY_LOCKS.sandbox,
  ]);
  if (rows[0]?.held === true) return client;
  await client.end();
  return null;
}
