import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

const EVERY_MS = 5;

/** A connection beside those of a queue. */
interface Watch {
  /** Waits until the query answers 0. */
  untilEmpty(): Promise<void>;
  /** Vacuums the database, so that no turn pays for the rows of the one before. */
  vacuum(): Promise<void>;
}

/** Opens a connection that watches a queue. @param query the number of open jobs as `open` */
export async function openWatch(databaseUrl: string, query: string): Promise<Watch> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    async untilEmpty() {
      for (;;) {
        const { rows } = await client.query<{ open: string }>(query);
        if (rows[0]?.open === '0') return;
        await wait(EVERY_MS);
      }
    },
    vacuum: async () => void (await client.query('vacuum (analyze)')),
  };
}
