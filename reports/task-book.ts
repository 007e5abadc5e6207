import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  countClosedChains,
  listClosedChains,
  listRunsClosedSince,
  type ChainFilter,
  type TaskPlace,
} from '../db/queries/tasks.ts';
import type { Role } from '../domain/role.ts';
import { STALE_AFTER_MINUTES, TASK_STATUSES, type TaskStatus } from '../domain/task.ts';
import { readClosedTasks, readJustClosed } from './closed-tasks.ts';
import { readOpenTasks } from './open-tasks.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { createSharedSnapshot } from './shared-snapshot.ts';
import { chainFilterOf, isBehind, isWanted, type TaskFilter } from './task-filter.ts';
import { byAge, ledgerTask, type Task } from './task.ts';

export interface TaskBookOptions {
  db: Db;
  client: Client;
  /** How long nothing may be heard of a worker; default ten minutes. */
  staleAfterMs?: number;
}

/** What an answer was made of. */
export interface AnswerAge {
  /** When Temporal was asked. */
  asOf: Date;
  /** True: Temporal does not answer, and this is what was known before. */
  isStale: boolean;
}

interface TaskPage extends AnswerAge {
  items: Task[];
  /** Behind the last one; null: there are no more. */
  next: TaskPlace | null;
}

type TaskCounts = Record<TaskStatus, number>;

interface CountedTasks extends AnswerAge {
  counts: TaskCounts;
  /** Roles that have any. */
  byRole: Partial<Record<Role, TaskCounts>>;
}

/** All tasks, whoever knows of them. */
export interface TaskBook {
  /** The newest tasks behind a place. */
  list(filter: TaskFilter, page: { after: TaskPlace | null; limit: number }): Promise<TaskPage>;
  count(filter: TaskFilter): Promise<CountedTasks>;
  /** The open tasks, newest first. */
  open(filter: TaskFilter): Promise<AnswerAge & { items: Task[] }>;
  /** The closed tasks that the ledger does not know, newest first. */
  closedElsewhere(filter: TaskFilter): Promise<AnswerAge & { items: Task[] }>;
}

/** Open tasks change all the time. */
const OPEN_INTERVAL_MS = 1_500;
const CLOSED_INTERVAL_MS = 10_000;
/** To count half a million chains takes a fifth of a second. */
const COUNTED_MS = 1_500;

/**
 * Lists and counts tasks from three sources that never overlap: open ones from Temporal's visibility, closed chains from the
 * ledger, and other closed ones from visibility again. Visibility is asked for all who ask together.
 */
export function createTaskBook({
  db,
  client,
  staleAfterMs = STALE_AFTER_MINUTES * 60_000,
}: TaskBookOptions): TaskBook {
  const openSnapshot = createSharedSnapshot({
    client,
    async read() {
      const opened = await readOpenTasks({ db, client }, staleAfterMs);
      const closed = await readJustClosed({ db, client });
      return {
        value: { opened: opened.value, closed: closed.value },
        questions: opened.questions + closed.questions,
      };
    },
    intervalMs: OPEN_INTERVAL_MS,
  });
  const closedSnapshot = createSharedSnapshot({
    client,
    read: () => readClosedTasks({ db, client }),
    intervalMs: CLOSED_INTERVAL_MS,
  });

  /** One that is over meanwhile is not open: the ledger closes a chain a moment before its workflow is over. */
  async function open(filter: TaskFilter): Promise<AnswerAge & { items: Task[] }> {
    const { value, takenAt, isStale } = await openSnapshot.ask();
    const closed = await listRunsClosedSince(db, new Date(takenAt.getTime() - LEDGER_AHEAD_MS));
    for (const { run_id: runId } of value.closed.tasks) closed.add(runId);
    const items = value.opened.filter((task) => !closed.has(task.run_id) && isWanted(task, filter));
    return { items, asOf: takenAt, isStale };
  }

  async function closedElsewhere(filter: TaskFilter): Promise<AnswerAge & { items: Task[] }> {
    const [lately, before] = await Promise.all([openSnapshot.ask(), closedSnapshot.ask()]);
    const since = new Date(before.takenAt.getTime() - LEDGER_AHEAD_MS);
    const known = await listRunsClosedSince(db, since);
    const items = firstOfEachRun([...lately.value.closed.tasks, ...before.value.tasks])
      .filter((task) => !known.has(task.run_id) && isWanted(task, filter))
      .sort(byAge);
    return { items, asOf: lately.takenAt, isStale: lately.isStale || before.isStale };
  }

  async function closedChains(filter: ChainFilter, page: LedgerPage): Promise<Task[]> {
    const [lately, before] = await Promise.all([openSnapshot.ask(), closedSnapshot.ask()]);
    const chains = await listClosedChains(db, filter, page);
    return chains.map((chain) => {
      const { runId } = chain;
      return ledgerTask(chain, lately.value.closed.wishes.get(runId) ?? before.value.wishes.get(runId));
    });
  }

  const countClosed = createSharedAnswers((filter: ChainFilter) => countClosedChains(db, filter), COUNTED_MS);
  const sources: TaskSources = { open, closedElsewhere, closedChains, countClosed };
  return {
    open,
    closedElsewhere,
    list: (filter, page) => listPage(sources, filter, page),
    count: (filter) => countAll(sources, filter),
  };
}

type LedgerPage = Parameters<typeof listClosedChains>[2];

interface TaskSources extends Pick<TaskBook, 'open' | 'closedElsewhere'> {
  /** Those that the ledger has, with what Temporal knows of them besides. */
  closedChains: (filter: ChainFilter, page: LedgerPage) => Promise<Task[]>;
  countClosed: (filter: ChainFilter) => ReturnType<typeof countClosedChains>;
}

async function listPage(
  { open, closedElsewhere, closedChains }: TaskSources,
  filter: TaskFilter,
  { after, limit }: { after: TaskPlace | null; limit: number },
): Promise<TaskPage> {
  const [opened, closed] = await Promise.all([open(filter), closedElsewhere(filter)]);
  const chains = chainFilterOf(filter);
  // One more than is shown tells whether there are more.
  const page = { after, limit: limit + 1 };
  const known = chains === null ? [] : await closedChains(chains, page);
  const others = [...closed.items, ...opened.items].filter((task) => after === null || isBehind(task, after));
  const tasks = firstOfEachRun([...known, ...others]).sort(byAge);
  const items = tasks.slice(0, limit);
  const last = items.at(-1);
  const isMore = tasks.length > limit && last !== undefined;
  return {
    items,
    next: isMore ? { createdAt: last.created_at, runId: last.run_id } : null,
    ...ageOf(opened, closed),
  };
}

async function countAll(
  { open, closedElsewhere, countClosed }: TaskSources,
  filter: TaskFilter,
): Promise<CountedTasks> {
  const [opened, closed] = await Promise.all([open(filter), closedElsewhere(filter)]);
  const chains = chainFilterOf(filter);
  const known = chains === null ? [] : await countClosed(chains);
  const here = firstOfEachRun([...closed.items, ...opened.items]);
  const groups = [...known, ...here.map(({ role, status }) => ({ role, status, count: 1 }))];
  const counts = noTasks();
  const byRole: CountedTasks['byRole'] = {};
  for (const { role, status, count } of groups) {
    counts[status] += count;
    (byRole[role] ??= noTasks())[status] += count;
  }
  return { counts, byRole, ...ageOf(opened, closed) };
}

/** Longer than a workflow takes to end after its last stage, and visibility to hear of it. */
const LEDGER_AHEAD_MS = 60_000;

/** What the ledger says of a run comes first. */
function firstOfEachRun(tasks: Task[]): Task[] {
  return [...new Map(tasks.toReversed().map((task) => [task.run_id, task])).values()];
}

/** The older of two. */
function ageOf(one: AnswerAge, other: AnswerAge): AnswerAge {
  return {
    asOf: one.asOf < other.asOf ? one.asOf : other.asOf,
    isStale: one.isStale || other.isStale,
  };
}

function noTasks(): TaskCounts {
  return Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as TaskCounts;
}
