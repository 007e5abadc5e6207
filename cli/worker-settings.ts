import { join, resolve } from 'node:path';
import { examineEnvironment, fillEnvironment, isGiven } from '../config/environment.ts';
import { isDataLocked } from '../local/data-lock.ts';
import { findRunningPostgres } from '../local/find-running-postgres.ts';
import { readWorkerEnv } from '../local/worker-env-file.ts';

/** The addresses of the servers. They are not copied: commands find them in the data folder themselves. */
const PLACES = ['DATABASE_URL', 'TEMPORAL_ADDRESS'];

/** The variables of the API's address: the current name and the former one. */
const API_PLACES = ['CRAWLCHAIN_URL', 'API_URL'];

/** Says how `npm start` calls the command; this call knows itself how it was called. */
const OWN_NAME = 'CRAWLCHAIN_COMMAND';

/** Variables that are copied even if they are set: the machine's own certificates do not include those of the sandbox. */
const THEIRS = ['SSL_CERT_FILE'];

/**
 * Copies the settings of the workers into the environment of a call that uses the servers of `npm start` in its data folder, so
 * that the call has the workers' limits and trusts the certificates of the sandbox. Variables that are already set keep their
 * values, except those of `THEIRS`.
 */
export async function takeWorkerSettings(dataDir: string): Promise<void> {
  const settings = await findWorkerSettings(dataDir);
  if (settings === null) return;
  // If the environment names a Temporal or an API, the call uses that one, so the settings of `npm start` for it are not copied.
  const isOtherTemporal = isGiven('TEMPORAL_ADDRESS');
  const isOtherApi = isGiven('API_HOST') || isGiven('API_PORT');
  fillEnvironment(
    Object.fromEntries(
      Object.entries(settings).filter(
        ([name]) =>
          !PLACES.includes(name) &&
          name !== OWN_NAME &&
          !(isOtherTemporal && name.startsWith('TEMPORAL_')) &&
          !(isOtherApi && API_PLACES.includes(name)),
      ),
    ),
    THEIRS,
  );
}

/** Finds the environment of the workers whose servers a call uses; null if it is not known. */
export async function findWorkerSettings(dataDir: string): Promise<Record<string, string> | null> {
  const folder = resolve(dataDir);
  const settings = await readWorkerEnv(folder);
  if (settings === null) return null;
  // Not `readEnvironment`: the command itself reports errors in other variables.
  const { DATABASE_URL: databaseUrl } = examineEnvironment().environment;
  // If the environment names another database, the call does not use the servers of `npm start`. A shell that has loaded the
  // workers' settings names the same one.
  if (isGiven('DATABASE_URL') && databaseUrl !== settings['DATABASE_URL']) return null;
  // While `npm start` has not started its workers yet, the file still has the settings of an earlier start.
  const running = await findRunningPostgres(join(folder, 'postgres'));
  // A full disk may end the server while the rest of `npm start` runs.
  const isTheirs = running === null ? await isDataLocked(folder) : settings['DATABASE_URL'] === running;
  return isTheirs ? settings : null;
}
