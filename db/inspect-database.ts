import { Client } from 'pg';
import { explainUnreachable, findMissingMigrations, MigrationError } from './migrate.ts';

/** The state of a database, read without changing it. */
export interface InspectedDatabase {
  /** For example 18.4. */
  version: string;
  /** host:port/database; never user or password. */
  place: string;
  /** The names of this version's migrations that the database lacks. */
  missingMigrations: string[];
  /** Null: the database has none yet. */
  instanceId: string | null;
  /** How far the database's clock is ahead of ours, in milliseconds; negative if behind. */
  clockAheadMs: number;
}

/**
 * Inspects a database as a worker would find it.
 * @throws DatabaseUnreachable
 * @throws MigrationError when a newer version or changed files migrated it
 */
export async function inspectDatabase(databaseUrl: string): Promise<InspectedDatabase> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'crawlchain-command',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  const { host, pathname } = new URL(databaseUrl);
  try {
    await client.connect();
    const requestedAtMs = Date.now();
    const { rows } = await client.query<{ version: string; now: Date }>(
      `select current_setting('server_version') as version, clock_timestamp() as now`,
    );
    const clockAheadMs = (rows[0]?.now.getTime() ?? 0) - (requestedAtMs + Date.now()) / 2;
    const missingMigrations = await findMissingMigrations(client);
    const instanceId = await readInstanceId(client);
    const version = rows[0]?.version.split(' ')[0] ?? '';
    return { version, place: `${host}${pathname}`, missingMigrations, instanceId, clockAheadMs };
  } catch (error) {
    throw error instanceof MigrationError ? error : await explainUnreachable(databaseUrl, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads the instance's id; null if the database is older than the table `instance`. */
async function readInstanceId(client: Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('instance') is not null as found`,
  );
  if (!tables[0]?.found) return null;
  const { rows } = await client.query<{ id: string }>('select id from instance');
  return rows[0]?.id ?? null;
}
