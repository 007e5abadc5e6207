import { loadEnvFile } from '../config/env-file.ts';
import { readEnvironment } from '../config/environment.ts';
import { prepareSchema } from '../db/prepare-schema.ts';

// `npm run migrate`: migrates the database of DATABASE_URL.

const EXIT_REFUSED = 2;

try {
  for (const sentence of loadEnvFile()) console.error(sentence);
  const environment = readEnvironment();
  const url = environment.DATABASE_URL;
  if (url === undefined) throw new Error('DATABASE_URL is not set; it takes a PostgreSQL URL');
  const applied = await prepareSchema(url, { ...environment, AUTO_MIGRATE: true });
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
} catch (error) {
  console.error((error as Error).message || String(error));
  process.exit(EXIT_REFUSED);
}
