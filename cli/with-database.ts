import type { Environment } from '../config/environment.ts';
import { connectDatabase, type Db } from '../db/connect.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * Gives a command the database, and closes it afterwards.
 * @throws CommandRefused when DATABASE_URL is not set; what `use` throws
 */
export async function withDatabase<Result>(
  environment: Environment,
  use: (db: Db) => Promise<Result>,
): Promise<Result> {
  const url = environment.DATABASE_URL;
  if (url === undefined) {
    throw new CommandRefused(
      'DATABASE_URL is not set; it takes the PostgreSQL URL that the workers use, such as the one that `npm start` prints',
    );
  }
  const db = connectDatabase({
    url,
    poolSize: 2,
    applicationName: 'crawlchain-command',
    onIdleError: () => undefined,
  });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
