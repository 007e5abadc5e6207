import type { Db } from '../db/connect.ts';
import { readBounded } from '../db/bounded-read.ts';
import type { RunFilter } from '../db/queries/run-conditions.ts';
import { countTasks } from '../db/queries/run-counts.ts';
import type { RunPlace } from '../db/queries/run-order.ts';
import { listRuns, readLedgerAge, type LedgerAge, type ListedRun, type Run } from '../db/queries/runs.ts';
import type { Role } from '../domain/role.ts';
import type { RunOrder } from '../domain/run-list.ts';
import { TASK_STATUSES, type TaskStatus } from '../domain/task.ts';
import { taskOf, type Task } from './task.ts';

/** Tasks that are asked for; what is absent does not narrow. */
export type TaskFilter = Omit<RunFilter, 'kind' | 'jobType' | 'account'>;

/** Some items of a list, and how far the ledger was followed when they were read. */
export interface LedgerPage<Item> extends LedgerAge {
  items: Item[];
  /** The place behind which the next page begins; null: there are no more. */
  next: RunPlace | null;
}

type TaskCounts = Record<TaskStatus, number>;

/** How many tasks there are of each status. */
export interface CountedTasks extends LedgerAge {
  counts: TaskCounts;
  /** Roles that have any. */
  byRole: Partial<Record<Role, TaskCounts>>;
  /** Statuses of which there are more than was counted. */
  more: TaskStatus[];
}

/** Which part of a list is asked for. */
export interface AskedPage {
  /** Null: from the first on. */
  after: RunPlace | null;
  limit: number;
  /** Absent: the newest first. */
  order?: RunOrder | undefined;
}

/**
 * Some tasks, the newest first unless another order is asked for.
 * @throws ReadTooBroad
 */
export async function listTasks(db: Db, filter: TaskFilter, page: AskedPage): Promise<LedgerPage<Task>> {
  return pageOfRuns(db, { ...filter, kind: 'task' }, { ...page, itemOf: taskOf });
}

/** What becomes of the runs of a page. */
interface Shown<Item> extends AskedPage {
  itemOf: (run: Run) => Item;
  /** Leaves out what is not shown; absent: all of them are. */
  choose?: (tx: Db, listed: ListedRun[]) => Promise<ListedRun[]>;
}

/**
 * Some runs of a kind, each as an item of a list.
 * @throws ReadTooBroad
 */
export async function pageOfRuns<Item>(
  db: Db,
  filter: RunFilter,
  { itemOf, ...page }: Shown<Item>,
): Promise<LedgerPage<Item>> {
  const { limit } = page;
  const [age, listed] = await Promise.all([
    readLedgerAge(db),
    readBounded(db, (tx, checkTime) => listChosen(tx, filter, { ...page, checkTime })),
  ]);
  const next = listed.length > limit ? (listed[limit - 1]?.place ?? null) : null;
  return { items: listed.slice(0, limit).map(({ run }) => itemOf(run)), next, ...age };
}

/** One more than is shown tells whether there are more. */
async function listChosen(
  tx: Db,
  filter: RunFilter,
  {
    after,
    limit,
    order,
    choose = async (_, all) => all,
    checkTime,
  }: Omit<Shown<unknown>, 'itemOf'> & { checkTime: () => void },
): Promise<ListedRun[]> {
  const chosen: ListedRun[] = [];
  for (let place = after; ;) {
    const listed = await listRuns(tx, filter, { after: place, limit: limit + 1, order });
    chosen.push(...(await choose(tx, listed)));
    place = listed.at(-1)?.place ?? null;
    if (chosen.length > limit || listed.length <= limit) return chosen;
    checkTime();
  }
}

/**
 * Counts tasks by status, and by role and status.
 * @throws ReadTooBroad
 */
export async function countAllTasks(db: Db, filter: TaskFilter): Promise<CountedTasks> {
  const [age, rows] = await Promise.all([readLedgerAge(db), readBounded(db, (tx) => countTasks(tx, filter))]);
  const counts = noTasks();
  const byRole: CountedTasks['byRole'] = {};
  for (const { role, status, count } of rows) {
    counts[status] += count;
    (byRole[role] ??= noTasks())[status] += count;
  }
  const more = TASK_STATUSES.filter((status) => rows.some((row) => row.status === status && row.isMore));
  return { counts, byRole, more, ...age };
}

function noTasks(): TaskCounts {
  return Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as TaskCounts;
}
