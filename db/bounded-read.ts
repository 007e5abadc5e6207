import { DatabaseError } from 'pg';
import type { Db } from './connect.ts';
import { withStatementTimeout } from './statement-timeout.ts';

/** How many milliseconds a read may take: somebody waits for the answer. */
const READ_MS_MAX = 4_000;

/** PostgreSQL's code for a statement that took too long. */
const CANCELED = '57014';

/** Thrown when a query is so broad that its answer takes too long to read. */
export class ReadTooBroad extends Error {
  override name = 'ReadTooBroad';

  constructor(cause: unknown) {
    super(
      `The answer takes longer than ${READ_MS_MAX / 1_000} seconds to read: narrow the time with since and until.`,
      { cause },
    );
  }
}

/**
 * Runs a read that may have no suitable index, with a time limit.
 * @param work receives `checkTime`, which throws ReadTooBroad if several statements together take too long
 * @throws ReadTooBroad
 */
export async function readBounded<Result>(
  db: Db,
  work: (tx: Db, checkTime: () => void) => Promise<Result>,
): Promise<Result> {
  const beganMs = performance.now();
  const checkTime = () => {
    if (performance.now() - beganMs > READ_MS_MAX) throw new ReadTooBroad(null);
  };
  try {
    return await withStatementTimeout(READ_MS_MAX, () =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => work(tx, checkTime)),
    );
  } catch (error) {
    if (error instanceof DatabaseError && error.code === CANCELED) throw new ReadTooBroad(error);
    throw error;
  }
}
