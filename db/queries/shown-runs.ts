import { sql } from 'kysely';
import { scrubJson } from '../../domain/credentials.ts';
import type { WaitingRun } from '../../domain/bulk-skips.ts';
import { ROLE_WORKFLOWS } from '../../domain/role-workflows.ts';
import type { RunFilter } from '../../domain/run-filter.ts';
import { haveWords, type RunOrder } from '../../domain/run-list.ts';
import type { TaskStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { findJobPayloads } from './jobs.ts';
import { planSearch } from './plan-search.ts';
import { HAS_NEWER, matches, needsWork, WITH_WORK } from './run-conditions.ts';
import type { RunPosition } from './run-order.ts';
import { listRuns, type ListedRun } from './runs.ts';

interface ShownPage {
  /** Null: the first page. */
  after: RunPosition | null;
  limit: number;
  order?: RunOrder | undefined;
  /** Called between statements; throws if they took too long. */
  checkTime?: (() => void) | undefined;
}

/** Lists runs like `listRuns`, without those where a search matched only hidden text. */
export async function listShownRuns(
  db: Db,
  filter: RunFilter,
  { after, limit, order, checkTime }: ShownPage,
): Promise<ListedRun[]> {
  const shown: ListedRun[] = [];
  for (let place = after; ;) {
    const listed = await listRuns(db, filter, { after: place, limit, order });
    shown.push(...(hidesSome(filter) ? await withShownWords(db, listed, filter.search) : listed));
    place = listed.at(-1)?.place ?? null;
    if (shown.length >= limit || listed.length < limit) return shown.slice(0, limit);
    checkTime?.();
  }
}

/** Counts the runs that `listShownRuns` lists. @returns at most `limit` */
export async function countShownRuns(
  db: Db,
  filter: RunFilter,
  { limit, checkTime }: Pick<ShownPage, 'limit' | 'checkTime'>,
): Promise<number> {
  // Only reading each run shows whether the search matched hidden text alone.
  if (hidesSome(filter)) return (await listShownRuns(db, filter, { after: null, limit, checkTime })).length;
  const planned = await planSearch(db, filter);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from runs run ${needsWork(filter) ? WITH_WORK : sql``} where ${matches(filter, planned)} limit ${limit}
    ) matched
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** A number of runs with the same end that a retry treats alike. */
export interface EndedAlike {
  status: TaskStatus;
  errorKind: string | null;
  /** Whether their workflow has a newer run. */
  hasRunAgain: boolean;
  /** Whether they are crawls of dispensaries whose crawls are switched off. */
  isSwitchedOff: boolean;
  count: number;
}

/** Counts the ended runs that a filter selects, by what decides whether they are retried. @returns at most `limit` in total */
export async function tallyEndedRuns(
  db: Db,
  filter: RunFilter,
  { limit, checkTime }: Pick<ShownPage, 'limit' | 'checkTime'>,
): Promise<EndedAlike[]> {
  if (hidesSome(filter)) {
    const listed = await listShownRuns(db, filter, { after: null, limit, checkTime });
    // Only the newest run of each job is listed, so none of these has run again.
    return listed.map(({ run: { status, errorKind } }) => ({
      status,
      errorKind,
      hasRunAgain: false,
      isSwitchedOff: false,
      count: 1,
    }));
  }
  const planned = await planSearch(db, filter);
  const { rows } = await sql<EndedAlike>`
    select ended_as as status, error_kind as "errorKind", has_run_again as "hasRunAgain",
      is_switched_off as "isSwitchedOff", count(*) as count
    from (
      select run.ended_as, run.error_kind, ${HAS_NEWER} as has_run_again,
        run.type = ${ROLE_WORKFLOWS.payload_fetch} and exists (
          select from dispensaries store where store.id = run.dispensary_id and not store.crawl_enabled) as is_switched_off
      from runs run where ${matches(filter, planned)} limit ${limit}
    ) matched group by 1, 2, 3, 4
  `.execute(db);
  return rows;
}

/** Counts the waiting runs that a filter selects, by what decides whether they can start now. @returns at most `limit` in total */
export async function tallyWaitingRuns(
  db: Db,
  filter: RunFilter,
  { limit, urgentFrom }: { limit: number; urgentFrom: number },
): Promise<(WaitingRun & { count: number })[]> {
  const planned = await planSearch(db, filter);
  const { rows } = await sql<WaitingRun & { count: number }>`
    select type, 'pending' as status, error_kind as "errorKind", is_urgent as "isUrgent", is_retry_ahead as "isRetryAhead",
      is_for_later as "isForLater", count(*) as count
    from (
      select run.type, run.error_kind, coalesce(run.priority, 0) >= ${urgentFrom} as is_urgent,
        coalesce(work.next_attempt_at > now(), false) as is_retry_ahead, coalesce(run.scheduled_for > now(), false) as is_for_later
      from runs run ${WITH_WORK} where ${matches(filter, planned)} limit ${limit}
    ) matched group by 1, 2, 3, 4, 5, 6
  `.execute(db);
  return rows;
}

/** Whether a search may match hidden text: searches for jobs include their payloads, which may contain credentials. */
export function hidesSome(filter: RunFilter): filter is RunFilter & { search: string } {
  return filter.kind === 'job' && filter.search !== undefined;
}

/** Keeps the runs whose shown text has the words of a search: the search must not reveal credentials that are shown as `***`. */
async function withShownWords(db: Db, listed: ListedRun[], search: string): Promise<ListedRun[]> {
  const payloads = await findJobPayloads(
    db,
    listed.map(({ run }) => run),
  );
  return listed.filter(({ run }) => {
    const shown = scrubJson([run.errorMessage, run.result, payloads.get(run.runId) ?? null]);
    return haveWords([run.errorKind, JSON.stringify(shown)], search);
  });
}
