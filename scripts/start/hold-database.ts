import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { KEEP_ALIVE } from '../../db/bounded-pool.ts';

/** Any number will do that no other lock of ours has. */
const START_LOCK = 7_310_442;

const RETAKE_AFTER_MS = 1_000;

const CONNECT_MS_MAX = 10_000;

/**
 * Holds a sandbox's database for this process, for as long as it runs: a second start would take the proxies of the first out
 * of use and put in its own.
 * @returns whether it is held; false: another start has it
 */
export async function holdDatabase(url: string): Promise<boolean> {
  const client = await takeLock(url);
  if (client === null) return false;
  client.once('end', () => void retake(url));
  return true;
}

/** The lock goes with its connection, as when the server is started again. */
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
  // A connection that breaks ends, which is what is listened for.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    START_LOCK,
  ]);
  if (rows[0]?.held === true) return client;
  await client.end();
  return null;
}
