import { refuseUnwanted } from '../domain/instance.ts';
import { inspectDatabase } from './inspect-database.ts';
import { migrate, MigrationError } from './migrate.ts';

interface SchemaSettings {
  /** `false`: only check. */
  AUTO_MIGRATE: boolean;
  /** The only installation whose database may be used or migrated; undefined: any. */
  INSTANCE_ID?: string | undefined;
}

/**
 * Checks that the database is the right one and has the tables of this version, before a process uses it.
 * @returns the names of the migrations that were applied now
 * @throws OtherInstance, DatabaseUnreachable
 * @throws MigrationError when the database has migrations of a newer version or from files that have changed since, or lacks some
 *   and `AUTO_MIGRATE` is false
 */
export async function prepareSchema(
  databaseUrl: string,
  { AUTO_MIGRATE: mayMigrate, INSTANCE_ID: instanceId }: SchemaSettings,
): Promise<string[]> {
  const { place, instanceId: id, missingMigrations: missing } = await inspectDatabase(databaseUrl);
  refuseUnwanted({ id, place: `the database at ${place}` }, instanceId);
  if (missing.length === 0) return [];
  if (mayMigrate) return migrate(databaseUrl);
  throw new MigrationError(
    `The database at ${place} is behind this version of Crawlchain: it lacks ${missing.join(', ')}. ` +
      'Apply them with `npm run migrate`.',
  );
}
