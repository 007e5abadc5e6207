import { isDatabaseUnavailable } from '../db/database-errors.ts';

/** Thrown when tables of the system before cannot be read or changed as they have to be; nothing of them was changed. */
export class LegacyRefused extends Error {
  override name = 'LegacyRefused';
}

/** Thrown when the legacy database does not answer; nothing of it was changed. */
export class LegacyDatabaseGone extends Error {
  override name = 'LegacyDatabaseGone';
}

/** PostgreSQL's codes for a wrong user or password, a database that is not there, one that is read only, and what the user may not do. */
const REFUSALS = ['28000', '28P01', '3D000', '25006', '42501'];

/**
 * Works with the database of the system before.
 * @throws LegacyRefused when it does not let us, LegacyDatabaseGone when it does not answer; other errors as they are
 */
export async function askLegacy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isDatabaseUnavailable(error)) {
      throw new LegacyDatabaseGone(`The legacy database does not answer: ${error.message}`, { cause: error });
    }
    if ('code' in error && REFUSALS.includes(String(error.code))) {
      throw new LegacyRefused(`The legacy database refuses this: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  }
}
