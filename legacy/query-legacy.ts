import { isDatabaseUnavailable } from '../db/database-errors.ts';

/** Thrown when legacy tables cannot be read or changed as required; nothing in them was changed. */
export class LegacyRefused extends Error {
  override name = 'LegacyRefused';
}

/** Thrown when the legacy database does not answer; nothing in it was changed. */
export class LegacyDatabaseGone extends Error {
  override name = 'LegacyDatabaseGone';
}

/** PostgreSQL's codes for a wrong user or password, a missing or read-only database, and missing permissions. */
const REFUSALS = ['28000', '28P01', '3D000', '25006', '42501'];

/**
 * Runs work on the legacy database.
 * @throws LegacyRefused when it denies access, LegacyDatabaseGone when it does not answer; other errors unchanged
 */
export async function queryLegacy<Result>(work: () => Promise<Result>): Promise<Result> {
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
