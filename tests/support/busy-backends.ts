import { Client } from 'pg';
import { onTestFinished } from 'vitest';

/** Takes no end by itself, and never looks whether its server is still there. */
const SPIN = 'do $$ begin loop end loop; end $$';

/** Asks a database that may be away; null when it does not answer. */
export async function askDatabase<Row extends object>(url: string, sql: string): Promise<Row[] | null> {
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

/** Keeps so many backends of a server busy until the test is over, also those of the servers that follow on it. */
export function keepBackendsBusy(url: string, count: number): void {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const spin = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await askDatabase(url, SPIN);
      await new Promise(setImmediate);
    }
  };
  for (let index = 0; index < count; index += 1) void spin();
}

/** How many backends are busy so. */
export async function countBusyBackends(url: string): Promise<number> {
  const active = `select pid from pg_stat_activity where state = 'active' and query = '${SPIN}'`;
  return (await askDatabase(url, active))?.length ?? 0;
}
