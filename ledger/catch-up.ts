import { whileFollowing } from '../db/queries/ledger-state.ts';
import { paceVisibility } from './query-visibility.ts';
import { follow } from './follow.ts';
import { createSeenRuns } from './seen-runs.ts';
import type { LedgerTools, Taken } from './take-runs.ts';

/**
 * Takes into the ledger the runs that began or ended since it was last brought up to date, unless another process does so
 * continuously.
 * @returns null if another process does
 */
export async function catchUp({ db, client }: LedgerTools): Promise<Taken | null> {
  const passed = await whileFollowing(db, (held) =>
    follow({ db: held, client, ask: paceVisibility(client), seen: createSeenRuns() }),
  );
  if (passed === null) return null;
  const { added, ended } = passed.result;
  return { added, ended };
}
