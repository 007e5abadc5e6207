import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { KEEP_ALIVE } from './bounded-pool.ts';

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

/** How long to wait for a TCP connection. A running server accepts it immediately. */
const ACCEPT_MS_MAX = 2_000;

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Thrown when the database cannot be migrated to this version; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Thrown when the server refuses a connection or a statement, or goes away; the message names its address. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
  /** Whether something accepts connections at the address but does not answer. */
  readonly isHung: boolean;

  constructor(databaseUrl: string, cause: unknown, isHung = false) {
    const { message, code } = cause as { message?: string; code?: string };
    const { host } = new URL(databaseUrl);
    super(
      isHung
        ? `The database at ${host} accepts connections and does not answer.`
        : `The database at ${host} cannot be used: ${message || code || String(cause)}`,
      { cause },
    );
    this.isHung = isHung;
  }
}

/** Returns the error for a failed connection: either the server is unreachable, or it accepts connections and does not answer. */
export async function explainUnreachable(databaseUrl: string, cause: unknown): Promise<DatabaseUnreachable> {
  const isLate = cause instanceof Error && cause.message === 'timeout expired';
  return new DatabaseUnreachable(databaseUrl, cause, isLate && (await acceptsConnections(databaseUrl)));
}

/** Whether the server accepts a plain TCP connection, which the driver's error does not show. */
async function acceptsConnections(databaseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(databaseUrl);
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 5432) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ACCEPT_MS_MAX) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Migrates the database to this version: applies each missing numbered file, in order, one transaction each. Several processes
 * may call it at once: one works, and the others wait and find nothing left to do.
 * @returns the names of the files that were applied now
 * @throws MigrationError when an applied file has changed since, a file fails, or the database is of a newer version
 * @throws DatabaseUnreachable
 */
export async function migrate(databaseUrl: string, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'crawlchain-migrate',
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  });
  // A broken connection also fails the running statement, which reports it; an error event without a listener would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw await explainUnreachable(databaseUrl, error);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const applied = await readApplied(client);
    refuseChangedFiles(wanted, applied);
    const missing = wanted.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } catch (error) {
    throw error instanceof MigrationError ? error : new DatabaseUnreachable(databaseUrl, error);
  } finally {
    // Closing the session releases the lock, also after an error.
    await client.end();
  }
}

/**
 * Returns the names of this version's migrations that a database lacks. Changes nothing.
 * @throws MigrationError when an applied file has changed since, or the database is of a newer version
 */
export async function findMissingMigrations(db: Pick<Client, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ isThere: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  const applied = rows[0]?.isThere === true ? await readNames(db) : new Map<string, string>();
  const wanted = await readMigrations();
  refuseChangedFiles(wanted, applied);
  return wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
}

/** Reads the migrations of this version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER))
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  return readNames(client);
}

async function readNames(client: Pick<Client, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function refuseChangedFiles(wanted: Migration[], applied: Map<string, string>): void {
  for (const { name, sha256 } of wanted) {
    const then = applied.get(name);
    if (then !== undefined && then !== sha256) {
      throw new MigrationError(
        `Migration ${name} was applied to this database in another form (sha-256 ${then.slice(0, 12)}…, the file now has ` +
          `${sha256.slice(0, 12)}…). Applied migrations never change: restore the file and put the change into a new one.`,
      );
    }
  }
  const known = new Set(wanted.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `This database has migrations that this version of Crawlchain does not know: ${unknown.join(', ')}. Run the newer version.`,
    );
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(
      `Migration ${migration.name} failed and changed nothing: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
