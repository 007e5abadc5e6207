import { inspectDatabase } from './inspect-database.ts';
import { migrate, MigrationError } from './migrate.ts';

/**
 * Ensures that the database has the tables of this version, before a process starts serving.
 * @param mayMigrate `false`: only checks
 * @returns names of the migrations that it applied
 * @throws MigrationError, DatabaseUnreachable
 */
export async function prepareSchema(databaseUrl: string, mayMigrate: boolean): Promise<string[]> {
  if (mayMigrate) return migrate(databaseUrl);
  await requireSchema(databaseUrl);
  return [];
}

/**
 * Checks the tables and changes nothing.
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
