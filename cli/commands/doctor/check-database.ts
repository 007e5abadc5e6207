import { inspectDatabase, type InspectedDatabase } from '../../../db/inspect-database.ts';
import { DatabaseUnreachable, MigrationError } from '../../../db/migrate.ts';
import { noDatabase } from '../../open-database.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

const server = findingsOf('database');
const migrations = findingsOf('migrations');

export interface DatabaseFindings {
  findings: Finding[];
  /** Null: other checks cannot use the database. */
  database: InspectedDatabase | null;
}

/** Checks whether the database answers and has the tables of this version. */
export async function checkDatabase(url: string | undefined, dataDir: string): Promise<DatabaseFindings> {
  if (url === undefined)
    return none(server.broken(noDatabase(dataDir), 'Run `npm start`, or set DATABASE_URL.'));
  try {
    const database = await inspectDatabase(url);
    const { version, place, missingMigrations: missing } = database;
    const reached = server.ok(`PostgreSQL ${version} at ${place}`);
    if (missing.length === 0) return { findings: [reached, migrations.ok('all are applied')], database };
    const found = `${missing.length} are missing: ${missing.join(', ')}`;
    return none(
      reached,
      migrations.broken(
        found,
        'Run `npm run migrate`; workers do it at their start too, unless AUTO_MIGRATE is false.',
      ),
    );
  } catch (error) {
    return error instanceof MigrationError
      ? none(migrations.broken(messageOf(error), 'Run the version that fits the database.'))
      : none(
          server.broken(
            messageOf(error),
            error instanceof DatabaseUnreachable && error.isHung
              ? 'Check the server: it is stopped or hangs, or something between, such as a firewall, drops the answers.'
              : 'Check that the server runs, and that DATABASE_URL has its host, port, user, password and database.',
          ),
        );
  }
}

function none(...findings: Finding[]): DatabaseFindings {
  return { findings, database: null };
}
