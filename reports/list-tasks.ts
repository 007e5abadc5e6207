import type { Db } from '../db/connect.ts';
import { readBounded } from '../db/bounded-read.ts';
import { countTasks, type ManyCounted } from '../db/queries/run-counts.ts';
import type { RunPosition } from '../db/queries/run-order.ts';
import { readLedgerAge, type LedgerAge, type Run } from '../db/queries/runs.ts';
import { listShownRuns } from '../db/queries/shown-runs.ts';
import type { Role } from '../domain/role.ts';
import type { RunFilter, TaskFilter } from '../domain/run-filter.ts';
import type { RunOrder } from '../domain/run-list.ts';
import { isClosed, TASK_STATUSES, type TaskStatus } from '../domain/task.ts';
import { taskOf, type Task } from './task.ts';
import { ledgerWork } from './waiting/open-work.ts';
import { describeWaits } from './waiting/waiting-for.ts';

/** One page of a list, with the age of the ledger when it was read. */
export interface LedgerPage<Item> extends LedgerAge {
  items: Item[];
  /** The position after which the next page begins; null: this is the last page. */
  next: RunPosition | null;
}

type TaskCounts = Record<TaskStatus, number>;

/** How many tasks there are of each status. */
export interface CountedTasks extends LedgerAge {
  counts: TaskCounts;
  /** Only roles that have tasks. */
  byRole: Partial<Record<Role, TaskCounts>>;
  /** Statuses with more tasks than were counted. */
  more: TaskStatus[];
}

/** Which page of a list to read. */
export interface RequestedPage {
  /** Null: the first page. */
  after: RunPosition | null;
  limit: number;
  /** Absent: the newest first. */
  order?: RunOrder | undefined;
}

/** A task of a list. */
export interface ListedTask extends Task {
  /** What holds the task back, in words; null: nothing known does. */
  waiting_for: string | null;
}

/**
 * Lists one page of tasks, the newest first unless the page names another order.
 * @throws ReadTooBroad
 */
export async function listTasks(
  db: Db,
  filter: TaskFilter,
  page: RequestedPage,
): Promise<LedgerPage<ListedTask>> {
  const itemOf = (run: Run) => ({ task: taskOf(run), work: ledgerWork(run) });
  const { items, ...listed } = await pageOfRuns(db, { ...filter, kind: 'task' }, { ...page, itemOf });
  const works = new Map(items.map(({ task, work }) => [task.id, work]));
  const tasks = items.map(({ task }) => task);
  const waits = await describeWaits(db, tasks, ({ id }) => works.get(id) ?? null);
  return {
    ...listed,
    items: tasks.map((task) => ({ ...task, waiting_for: waits.get(task.run_id) ?? null })),
  };
}

/**
 * Lists one page of runs, each converted by `itemOf`.
 * @throws ReadTooBroad
 */
export async function pageOfRuns<Item>(
  db: Db,
  filter: RunFilter,
  { itemOf, ...page }: RequestedPage & { itemOf: (run: Run) => Item },
): Promise<LedgerPage<Item>> {
  const { limit } = page;
  const [age, listed] = await Promise.all([
    readLedgerAge(db),
    // One more than is shown, to know whether there is a next page.
    readBounded(db, (tx, checkTime) => listShownRuns(tx, filter, { ...page, limit: limit + 1, checkTime })),
  ]);
  const next = listed.length > limit ? (listed[limit - 1]?.place ?? null) : null;
  return { items: listed.slice(0, limit).map(({ run }) => itemOf(run)), next, ...age };
}

/** How long a status counts as having too many tasks to count. Only the sweep of old rows reduces the number of closed tasks. */
const MANY_MS = 60_000;

/**
 * Creates a counter of tasks by status, and by role and status. For requests without a filter it remembers in which closed statuses a role
 * has too many tasks to count, since counting those would be most of the work each time.
 */
export function createTaskCounter(db: Db): (filter: TaskFilter) => Promise<CountedTasks> {
  let known: { many: ManyCounted; untilMs: number } = { many: [], untilMs: 0 };
  return async (filter) => {
    if (Object.values(filter).some((value) => value !== undefined)) return countAllTasks(db, filter);
    const isFresh = performance.now() < known.untilMs;
    const counted = await countAllTasks(db, filter, isFresh ? known.many : []);
    if (!isFresh) {
      const many = counted.many.filter(({ status }) => isClosed(status));
      known = { many, untilMs: performance.now() + MANY_MS };
    }
    return counted;
  };
}

/**
 * Counts all tasks, or those of a filter, by status and by role, without remembering anything. Does not count the pairs of role and status
 * in `known`.
 * @throws ReadTooBroad
 */
export async function countAllTasks(
  db: Db,
  filter: TaskFilter,
  known: ManyCounted = [],
): Promise<CountedTasks & { many: ManyCounted }> {
  const [age, rows] = await Promise.all([
    readLedgerAge(db),
    readBounded(db, (tx) => countTasks(tx, filter, known)),
  ]);
  const counts = noTasks();
  const byRole: CountedTasks['byRole'] = {};
  for (const { role, status, count } of rows) {
    counts[status] += count;
    (byRole[role] ??= noTasks())[status] += count;
  }
  const many = rows.filter(({ isMore }) => isMore).map(({ role, status }) => ({ role, status }));
  const more = TASK_STATUSES.filter((status) => many.some((one) => one.status === status));
  return { counts, byRole, more, many, ...age };
}

function noTasks(): TaskCounts {
  return Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as TaskCounts;
}
