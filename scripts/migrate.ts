import { readEnvironment } from '../config/environment.ts';
import { migrate } from '../db/migrate.ts';

// `npm run migrate`: brings the database of DATABASE_URL up to date.

const EXIT_REFUSED = 2;

try {
  const url = readEnvironment().DATABASE_URL;
  if (url === undefined) throw new Error('DATABASE_URL is not set; it takes a PostgreSQL URL');
  const applied = await migrate(url);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
} catch (error) {
  console.error((error as Error).message || String(error));
  process.exit(EXIT_REFUSED);
}
