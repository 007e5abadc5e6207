import { ReadTooBroad } from '../db/bounded-read.ts';
import type { Db } from '../db/connect.ts';
import { countOpenWork, readRoleRates } from '../db/queries/run-counts.ts';
import type { RunPosition } from '../db/queries/run-order.ts';
import type { TaskFilter } from '../domain/run-filter.ts';
import { NEWEST_FIRST } from '../domain/run-list.ts';
import { TASK_STATUSES } from '../domain/task.ts';
import { countAllTasks, createTaskCounter, listTasks } from '../reports/list-tasks.ts';
import { createSharedSnapshot } from '../reports/shared-snapshot.ts';
import { ERROR_KINDS, ERROR_WORDS, STATES, STORES, WORKERS } from './load-ledger.ts';

const LIMIT = 50;

/** For how long callers get the same computed capacity; the same time as in the API. */
const CAPACITY_MS = 15_000;

/** Roles for filtering lists, one of each kind of work. */
const LISTED_ROLES = ['payload_fetch', 'product_discovery', 'product_refresh', 'store_discovery'] as const;

/**
 * Returns the queries of operators to the ledger, with random parameters, through the functions that the API and the command
 * call.
 * @param isShared false computes each query for counts and capacity anew; true shares results as the API does
 */
export function ledgerQuestions(db: Db, isShared: boolean): Record<string, () => Promise<unknown>> {
  const list = (filter: TaskFilter, order = NEWEST_FIRST, after: RunPosition | null = null) =>
    listTasks(db, filter, { after, limit: LIMIT, order });
  const fiftieth = createCursor(db);
  const count = createTaskCounter(db);
  const capacity = createSharedSnapshot({
    client: { withDeadline: (_, read) => read() },
    read: async () => ({ value: await readCapacity(db), questions: 0 }),
    intervalMs: CAPACITY_MS,
  });
  return {
    'by status': () => list({ statuses: [oneOf(TASK_STATUSES)] }),
    'by store': () => list({ dispensaryId: below(STORES) + 1 }),
    'by state': () => list({ states: [oneOf(STATES)] }),
    'by role': () => list({ roles: [oneOf(LISTED_ROLES)] }),
    'by worker': () => list({ worker: `worker-${below(WORKERS)}` }),
    'by error': () => list({ errorKinds: [oneOf(ERROR_KINDS)] }),
    'by words': () => list({ search: `${oneOf(ERROR_WORDS)} store ${below(STORES) + 1}` }),
    'by duration': () => list({}, { sort: 'duration', order: 'desc' }),
    'by priority': () => list({}, { sort: 'priority', order: 'desc' }),
    counts: isShared ? () => count({}) : () => countAllTasks(db, {}),
    capacity: isShared ? capacity.ask : () => readCapacity(db),
    'page 50': async () => list({}, NEWEST_FIRST, await fiftieth()),
  };
}

/** Reads the ledger's part of capacity, without schedules and queues. */
async function readCapacity(db: Db): Promise<unknown> {
  return [await countOpenWork(db), await readRoleRates(db)];
}

/**
 * Returns a function that finds the position of the last run of page 49. Reads it only once: a client has it from the previous
 * page.
 */
function createCursor(db: Db): () => Promise<RunPosition | null> {
  let place: Promise<RunPosition | null> | null = null;
  return () => (place ??= listTasks(db, {}, { after: null, limit: 49 * LIMIT }).then(({ next }) => next));
}

/** Runs a query. @returns whether it was answered, rather than refused */
export async function isAnswered(question: () => Promise<unknown>): Promise<boolean> {
  try {
    await question();
    return true;
  } catch (error) {
    if (error instanceof ReadTooBroad) return false;
    throw error;
  }
}

function below(count: number): number {
  return Math.floor(Math.random() * count);
}

function oneOf<Value>(values: readonly Value[]): Value {
  return values[below(values.length)] as Value;
}
