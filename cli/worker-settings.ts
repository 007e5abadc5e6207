import { join, resolve } from 'node:path';
import { examineEnvironment, fillEnvironment, isGiven } from '../config/environment.ts';
import { findRunningPostgres } from '../local/find-running-postgres.ts';
import { readWorkerEnv } from '../local/worker-env-file.ts';

/** Where the servers are is found by themselves. */
const PLACES = ['DATABASE_URL', 'TEMPORAL_ADDRESS'];

/** The address of the API, under its name and its former one. */
const API_PLACES = ['CRAWLCHAIN_URL', 'API_URL'];

/** A machine's own certificates do not include those of the sandbox. */
const THEIRS = ['SSL_CERT_FILE'];

/**
 * Where a call uses the servers that `npm start` runs in its data folder, it takes the settings of their workers too, for
 * what its own environment does not set: limits are then those in force, and certificates of the sandbox are trusted.
 */
export async function takeWorkerSettings(dataDir: string): Promise<void> {
  const settings = await findWorkerSettings(dataDir);
  if (settings === null) return;
  // A Temporal or an API that is named is another one.
  const isOtherTemporal = isGiven('TEMPORAL_ADDRESS');
  const isOtherApi = isGiven('API_HOST') || isGiven('API_PORT');
  fillEnvironment(
    Object.fromEntries(
      Object.entries(settings).filter(
        ([name]) =>
          !PLACES.includes(name) &&
          !(isOtherTemporal && name.startsWith('TEMPORAL_')) &&
          !(isOtherApi && API_PLACES.includes(name)),
      ),
    ),
    THEIRS,
  );
}

/** The environment of the workers whose servers a call uses; null where it cannot be known. */
export async function findWorkerSettings(dataDir: string): Promise<Record<string, string> | null> {
  const folder = resolve(dataDir);
  const settings = await readWorkerEnv(folder);
  if (settings === null) return null;
  // Not `readEnvironment`: what is wrong with other variables is for the command to say.
  const { DATABASE_URL: databaseUrl } = examineEnvironment().environment;
  // A database that is named is another one, unless the shell has read the file.
  if (isGiven('DATABASE_URL') && databaseUrl !== settings['DATABASE_URL']) return null;
  // A start that has not come as far as its workers has left those of the one before.
  const isTheirs = settings['DATABASE_URL'] === (await findRunningPostgres(join(folder, 'postgres')));
  return isTheirs ? settings : null;
}
