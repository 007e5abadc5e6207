import { ReadTooBroad } from '../db/bounded-read.ts';
import type { Db } from '../db/connect.ts';
import { countOpenWork, readRoleRates } from '../db/queries/run-counts.ts';
import type { RunPlace } from '../db/queries/run-order.ts';
import type { TaskFilter } from '../domain/run-filter.ts';
import { NEWEST_FIRST } from '../domain/run-list.ts';
import { TASK_STATUSES } from '../domain/task.ts';
import { countAllTasks, createTaskCounter, listTasks } from '../reports/list-tasks.ts';
import { createSharedSnapshot } from '../reports/shared-snapshot.ts';
import { ERROR_KINDS, ERROR_WORDS, STATES, STORES, WORKERS } from './load-ledger.ts';

const LIMIT = 50;

/** As the API has it. */
const CAPACITY_MS = 15_000;

/** Roles by which lists are narrowed, one of each kind of work. */
const LISTED_ROLES = ['payload_fetch', 'product_discovery', 'product_refresh', 'store_discovery'] as const;

/**
 * What operators ask of the ledger, each time of something else, by the functions that the API and the command call.
 * @param isShared false: each question for counts and capacity is answered anew, and not shared as the API does it
 */
export function ledgerQuestions(db: Db, isShared: boolean): Record<string, () => Promise<unknown>> {
  const list = (filter: TaskFilter, order = NEWEST_FIRST, after: RunPlace | null = null) =>
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

/** What the ledger answers of the capacity; schedules and queues are not asked. */
async function readCapacity(db: Db): Promise<unknown> {
  return [await countOpenWork(db), await readRoleRates(db)];
}

/** The place of the last run of page 49, which is read once: a client has it from the page before. */
function createCursor(db: Db): () => Promise<RunPlace | null> {
  let place: Promise<RunPlace | null> | null = null;
  return () => (place ??= listTasks(db, {}, { after: null, limit: 49 * LIMIT }).then(({ next }) => next));
}

/** Asks, and says whether it was answered or refused. */
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
