import { readLedgerState, saveFollowedTo } from '../db/queries/ledger-state.ts';
import { listRunPages } from '../temporal-client/list-runs.ts';
import type { QueryVisibility } from './query-visibility.ts';
import type { SeenRuns } from './seen-runs.ts';
import { takeRuns, type LedgerTools, type Taken } from './take-runs.ts';

/**
 * How far back each pass reads again: visibility may list a start or an end late, even after later ones, and the clocks of Temporal
 * and the database may differ.
 */
const OVERLAP_MS = 60_000;

/** A list with more runs than this is remembered only in part: such a list is not read again soon. */
const SEEN_MAX = 20_000;

/** What a pass needs. */
export interface Following extends LedgerTools {
  ask: QueryVisibility;
  seen: SeenRuns;
}

/**
 * Takes into the ledger all runs that began or ended since the last pass; the first pass takes everything in visibility. After a
 * failure, the next pass starts at the same point.
 */
export async function follow(following: Following): Promise<Taken & { runs: number }> {
  const { db, seen } = following;
  const { followedTo, now } = await readLedgerState(db);
  const taken = { added: 0, ended: 0, runs: 0 };
  for (const query of followedTo === null ? [undefined] : questionsSince(followedTo)) {
    const one = await takeListed(following, query);
    taken.added += one.added;
    taken.ended += one.ended;
    taken.runs += one.runs;
  }
  await saveFollowedTo(db, now);
  seen.turn();
  return taken;
}

function questionsSince(followedTo: Date): string[] {
  const since = new Date(followedTo.getTime() - OVERLAP_MS).toISOString();
  return [`StartTime >= "${since}"`, `CloseTime >= "${since}"`];
}

/** What was taken from a list, and how far back it reaches. */
export interface TakenList extends Taken {
  runs: number;
  /** When the oldest run began; null: the list was empty. */
  since: Date | null;
}

/** Takes into the ledger all runs that match a query. @param query absent: everything in visibility */
export async function takeListed(following: Following, query: string | undefined): Promise<TakenList> {
  const { client, ask, seen } = following;
  const list: TakenList = { added: 0, ended: 0, runs: 0, since: null };
  for await (const page of listRunPages(client, query, ask)) {
    const { added, ended } = await takeRuns(following, page, seen);
    list.added += added;
    list.ended += ended;
    list.runs += page.length;
    for (const { createdAt } of page)
      if (list.since === null || createdAt < list.since) list.since = createdAt;
    // A first pass or a pass after a long gap lists many runs, which are read only once and need not be remembered.
    if (list.runs > SEEN_MAX) seen.turn();
  }
  return list;
}
