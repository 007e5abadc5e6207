import { readLedgerState, saveFollowedTo } from '../db/queries/ledger-state.ts';
import { listRunPages } from '../temporal-client/list-runs.ts';
import type { AskVisibility } from './ask-visibility.ts';
import type { SeenRuns } from './seen-runs.ts';
import { takeRuns, type LedgerTools, type Taken } from './take-runs.ts';

/**
 * Read again each time: visibility hears of a start or an end late, of a later one perhaps earlier, and the clocks of Temporal
 * and the database may differ.
 */
const OVERLAP_MS = 60_000;

/** More runs of one question are not remembered all: they are not read again so soon. */
const SEEN_MAX = 20_000;

/** What a pass is made with. */
export interface Following extends LedgerTools {
  ask: AskVisibility;
  seen: SeenRuns;
}

/**
 * Takes all that began or ended since the last pass; at first, all that visibility has. A pass that fails is made again from
 * where it began.
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

/** What was taken of a list, and since when its runs are. */
export interface TakenList extends Taken {
  runs: number;
  /** When the oldest run began; null: there is none. */
  since: Date | null;
}

/** Takes all runs of a question. @param query absent: all that visibility has */
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
    // What was there before, or came in a long gap, is much and is read once.
    if (list.runs > SEEN_MAX) seen.turn();
  }
  return list;
}
