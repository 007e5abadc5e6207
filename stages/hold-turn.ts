import type { Db } from '../db/connect.ts';
import type { JobRunName } from '../db/queries/job-runs.ts';
import { dropTurn, holdTurn, renewTurn, TURN_HELD_MS } from '../db/queries/job-turns.ts';
import { CrawlError } from '../domain/errors.ts';

/** The turn of an account, as an attempt of a job holds it. */
export interface HeldTurn {
  /** Aborted when the turn is lost, or could not be renewed in time. */
  signal: AbortSignal;
  /** Ends the hold, for the next attempt of the job or the next job. */
  end(): Promise<void>;
}

const RENEW_EVERY_MS = TURN_HELD_MS / 4;

/**
 * Takes and keeps the turn of its account for an attempt. A job without an account needs none.
 * @throws CrawlError AccountBusy
 */
export async function takeTurn(db: Db, run: JobRunName): Promise<HeldTurn> {
  const lost = new AbortController();
  if (run.account === null) return { signal: lost.signal, end: async () => undefined };
  await holdTurn(db, run);
  let renewedAt = performance.now();
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);
  return {
    signal: lost.signal,
    async end() {
      clearInterval(timer);
      // Otherwise the hold ends by itself.
      await dropTurn(db, run).catch(() => undefined);
    },
  };

  async function renew(): Promise<void> {
    const begunAt = performance.now();
    try {
      await renewTurn(db, run);
      renewedAt = begunAt;
    } catch (error) {
      if (error instanceof CrawlError) lost.abort(error);
      else if (performance.now() - renewedAt > TURN_HELD_MS) lost.abort(outage(error));
    }
  }
}

function outage(cause: unknown): CrawlError {
  return new CrawlError('DatabaseUnavailable', 'The turn of the account could not be renewed in time.', {
    cause,
  });
}
