import { DatabaseError } from 'pg';
import type { Db } from '../connect.ts';
import type { InstancePlace } from '../../domain/instance.ts';

/** The installation that the database belongs to. */
export interface Instance {
  id: string;
  kind: 'sandbox' | 'production';
}

const UNDEFINED_TABLE = '42P01';

/** Reads the installation that the database belongs to; null if the table does not exist yet or has no row. */
export async function readInstance(db: Db): Promise<Instance | null> {
  try {
    return (await db.selectFrom('instance').select(['id', 'kind']).executeTakeFirst()) ?? null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Reads the instance of a migrated database. */
export async function requireInstance(db: Db): Promise<Instance> {
  const instance = await readInstance(db);
  if (instance === null) throw new Error('The table instance is empty; it must have exactly one row.');
  return instance;
}

/** Reads the instance's id, with the database's address for messages. @param url the URL that `db` is connected to */
export async function locateInstance(db: Db, url: string): Promise<InstancePlace> {
  const { host, pathname } = new URL(url);
  return { id: (await readInstance(db))?.id ?? null, place: `the database at ${host}${pathname}` };
}

/** Allows `npm start` to fill the database with invented stores and proxies. */
export async function markAsSandbox(db: Db): Promise<void> {
  await db.updateTable('instance').set({ kind: 'sandbox' }).execute();
}

/**
 * Whether sandboxes made everything in the database, judged by the owners of its proxies: sandboxes of older versions did not mark
 * their databases.
 */
export async function holdsOnlySandboxes(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('proxies').select('owner').distinct().execute();
  return rows.length === 0 ? isUnused(db) : rows.every(({ owner }) => owner === 'sandbox');
}

/** Whether the database is unused: no stores, proxies, runs or API keys, or no tables at all. */
export async function isUnused(db: Db): Promise<boolean> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  if (tables.length === 0) return true;
  if (!tables.includes('schema_migrations')) return false;
  const filled = await Promise.all(
    (['dispensaries', 'proxies', 'crawl_runs', 'api_keys'] as const)
      .filter((table) => tables.includes(table))
      .map((table) =>
        db
          .selectFrom(table)
          .select((row) => row.lit(1).as('one'))
          .limit(1)
          .execute(),
      ),
  );
  return filled.every((rows) => rows.length === 0);
}
