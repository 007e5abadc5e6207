import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** A statement that never ends by itself, and never checks whether its server is still there. */
const SPIN = 'do $$ begin loop end loop; end $$';

/** Queries a database that may be down. @returns the rows, or null when the database does not answer */
export async function queryDatabase<Row extends object>(url: string, sql: string): Promise<Row[] | null> {
  const client = new Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Keeps this many backends of a server busy until the test ends, even if the server restarts. */
export function keepBackendsBusy(url: string, count: number): void {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const spin = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await queryDatabase(url, SPIN);
      await new Promise(setImmediate);
    }
  };
  for (let index = 0; index < count; index += 1) void spin();
}

/** Counts the backends that `keepBackendsBusy` keeps busy. */
export async function countBusyBackends(url: string): Promise<number> {
  const active = `select pid from pg_stat_activity where state = 'active' and query = '${SPIN}'`;
  return (await queryDatabase(url, active))?.length ?? 0;
}
