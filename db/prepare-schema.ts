import { inspectDatabase } from './inspect-database.ts';
import { migrate, MigrationError } from './migrate.ts';

/**
 * Makes sure that the database has the tables of this version, before a process serves.
 * @param mayMigrate false: they are only looked at
 * @returns names of the migrations that were applied now
 * @throws MigrationError, DatabaseUnreachable
 */
export async function prepareSchema(databaseUrl: string, mayMigrate: boolean): Promise<string[]> {
  if (mayMigrate) return migrate(databaseUrl);
  await requireSchema(databaseUrl);
  return [];
}

/**
 * Changes nothing.
 * @throws MigrationError when the database lacks migrations of this version, or has some of a newer one; DatabaseUnreachable
 */
export async function requireSchema(databaseUrl: string): Promise<void> {
  const { place, missingMigrations: missing } = await inspectDatabase(databaseUrl);
  if (missing.length === 0) return;
  throw new MigrationError(
    `The database at ${place} is behind this version of Crawlchain: it lacks ${missing.join(', ')}. ` +
      'Apply them with `npm run migrate`.',
  );
}
