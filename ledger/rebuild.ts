import { countRuns, noteChainsAndJobs } from '../db/queries/rebuild-runs.ts';
import { paceVisibility } from './query-visibility.ts';
import { compare } from './compare.ts';
import { takeListed } from './follow.ts';
import { createSeenRuns } from './seen-runs.ts';
import type { LedgerTools } from './take-runs.ts';

/** The result of a rebuild. */
export interface Rebuilt {
  /** Runs that Temporal still has. */
  found: number;
  /** When the oldest of them began; null: Temporal has none. */
  since: Date | null;
  added: number;
  ended: number;
}

/**
 * Writes everything from the tables of chains and jobs and from Temporal into the ledger of runs. Keeps what the ledger has, so
 * it may run at any time, also beside the following process.
 */
export async function rebuild({ db, client }: LedgerTools): Promise<Rebuilt> {
  const before = await countRuns(db);
  await noteChainsAndJobs(db);
  const following = { db, client, ask: paceVisibility(client), seen: createSeenRuns() };
  const listed = await takeListed(following, undefined);
  const compared = await compare(following);
  return {
    found: listed.runs,
    since: listed.since,
    added: (await countRuns(db)) - before,
    ended: listed.ended + compared.ended,
  };
}
