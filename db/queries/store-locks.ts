import { sql, type RawBuilder } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import type { WaitsForStore } from '../../domain/store-wait.ts';
import type { Db } from '../connect.ts';

/** The task of an attempt, and its store. */
export interface StoreClaim {
  dispensaryId: number;
  workflowId: string;
  workflowRunId: string;
  /** When the server scheduled the calling activity: orders a store's tasks by one clock. */
  scheduledAt: Date;
  /** When the server scheduled the calling attempt, in milliseconds. */
  fence: number;
  /** Temporal's priority key: 1 is the most urgent. Absent: the default. */
  priorityKey?: number | undefined;
}

/** A store held by one attempt of a run. The fence grows with each attempt of the run; two runs may have equal fences. */
export type HeldStore = Pick<StoreClaim, 'dispensaryId' | 'workflowRunId' | 'fence'>;

/** The task that holds a store. */
export interface StoreHolder {
  workflowId: string;
  workflowRunId: string;
  since: Date;
}

/**
 * Thrown if another task of the store is at work. The attempt is then queued, and its workflow is signalled when it is its turn.
 */
export class StoreTaken extends CrawlError {
  readonly waitsFor: WaitsForStore['waitsFor'];

  constructor(dispensaryId: number, { workflowId, since }: StoreHolder) {
    super('StoreTaken', `Another task of the store is at work: ${workflowId}, since ${formatMoment(since)}.`);
    this.waitsFor = { dispensaryId, workflowId, since: since.toISOString() };
  }
}

const HOLDER = sql`workflow_id as "workflowId", workflow_run_id as "workflowRunId", since`;

/** Finds the task that holds a store; null: none holds it. */
export async function findHolder(db: Db, dispensaryId: number): Promise<StoreHolder | null> {
  const { rows } = await sql<StoreHolder>`
    select ${HOLDER} from store_locks where dispensary_id = ${dispensaryId}
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Refuses and queues an attempt whose store another task holds, without waiting for that task's writes.
 * @throws StoreTaken
 */
export async function refuseTaken(db: Db, claim: StoreClaim): Promise<void> {
  const holder = await findHolder(db, claim.dispensaryId);
  // A workflow id has one open run at a time, so an older run of the same workflow ended without a closing record.
  if (holder === null || holder.workflowId === claim.workflowId) return;
  await joinQueue(db, claim, 'store');
  throw new StoreTaken(claim.dispensaryId, holder);
}

/**
 * Claims the store for one attempt of a task that is not a chain.
 * @throws StoreTaken
 * @throws CrawlError StaleAttempt when a later attempt, or a later run of the same workflow, has the store
 */
export async function enterStore(db: Db, claim: StoreClaim): Promise<HeldStore> {
  const { dispensaryId } = claim;
  await refuseTaken(db, claim);
  const holder = await db.transaction().execute(async (tx) => {
    await sql`select from dispensaries where id = ${dispensaryId} for no key update`.execute(tx);
    return takeStore(tx, claim);
  });
  if (holder === null) return { dispensaryId, workflowRunId: claim.workflowRunId, fence: claim.fence };
  await joinQueue(db, claim, 'store');
  throw new StoreTaken(dispensaryId, holder);
}

/**
 * Claims the store for one attempt, inside a transaction that has locked the dispensary's row.
 * @returns null on success, otherwise the task that holds the store
 * @throws CrawlError StaleAttempt when a later attempt, or a later run of the same workflow, has the store
 */
export async function takeStore(tx: Db, claim: StoreClaim): Promise<StoreHolder | null> {
  const { dispensaryId, workflowId, workflowRunId, scheduledAt, fence } = claim;
  for (;;) {
    const { rows } = await sql`
      insert into store_locks as known (dispensary_id, workflow_id, workflow_run_id, fence, since, begun_at)
      values (${dispensaryId}, ${workflowId}, ${workflowRunId}, ${fence}, ${scheduledAt}, clock_timestamp())
      on conflict (dispensary_id) do update set workflow_run_id = excluded.workflow_run_id, fence = excluded.fence,
        since = case when known.workflow_run_id = excluded.workflow_run_id then known.since else excluded.since end,
        begun_at = coalesce(known.begun_at, excluded.begun_at)
      where case when known.workflow_run_id = excluded.workflow_run_id then known.fence <= excluded.fence
        else known.workflow_id = excluded.workflow_id and known.since < excluded.since end
      returning dispensary_id
    `.execute(tx);
    if (rows.length > 0) {
      // Leaves the queue only now, so that a refused task keeps its position. Locks the store before the queue, as a release does.
      await leaveQueue(tx, claim);
      return null;
    }
    const holder = await findHolder(tx, dispensaryId);
    if (holder?.workflowId === workflowId)
      refuseStale(describeHolder(holder, claim), { isFinal: holder.workflowRunId !== workflowRunId });
    if (holder !== null) return holder;
  }
}

/**
 * Adds an attempt to a store's queue. A queued attempt keeps its position unless its priority changes. A deleted store has no
 * queue.
 */
export async function joinQueue(
  db: Db,
  { dispensaryId, workflowId, workflowRunId, scheduledAt, priorityKey }: StoreClaim,
  waitsFor: 'store' | 'chain',
): Promise<void> {
  await sql`
    insert into store_waiters as known (dispensary_id, workflow_id, workflow_run_id, waits_for, priority_key, asked_at)
    select id, ${workflowId}, ${workflowRunId}, ${waitsFor}, ${priorityKey ?? USUAL_PRIORITY_KEY}, ${scheduledAt}
    from dispensaries where id = ${dispensaryId}
    on conflict (dispensary_id, workflow_id) do update set workflow_run_id = excluded.workflow_run_id,
      waits_for = excluded.waits_for, priority_key = excluded.priority_key,
      asked_at = case when known.workflow_run_id = excluded.workflow_run_id then known.asked_at else excluded.asked_at end
  `.execute(db);
}

/** Temporal's default priority key. */
const USUAL_PRIORITY_KEY = 3;

/** Removes a task from a store's queue. */
export async function leaveQueue(
  db: Db,
  { dispensaryId, workflowId }: Pick<StoreClaim, 'dispensaryId' | 'workflowId'>,
): Promise<void> {
  await sql`
    delete from store_waiters where dispensary_id = ${dispensaryId} and workflow_id = ${workflowId}
  `.execute(db);
}

/**
 * Checks, inside a transaction, that the attempt still holds its store, and locks the store until the transaction ends.
 * @throws CrawlError StaleAttempt
 */
export async function holdStore(tx: Db, held: HeldStore): Promise<void> {
  // Lock the dispensary first, as everywhere: otherwise an attempt and its retry could deadlock.
  await sql`select from dispensaries where id = ${held.dispensaryId} for no key update`.execute(tx);
  const { rows } = await sql`select from store_locks where ${isHeld(held)} for update`.execute(tx);
  if (rows.length === 0)
    refuseStale(describeHolder(await findHolder(tx, held.dispensaryId), held), { isFinal: false });
}

function isHeld({ dispensaryId, workflowRunId, fence }: HeldStore): RawBuilder<boolean> {
  return sql<boolean>`dispensary_id = ${dispensaryId} and workflow_run_id = ${workflowRunId} and fence = ${fence}`;
}

/** Says who has the store in place of an attempt. */
function describeHolder(holder: StoreHolder | null, held: HeldStore): string {
  const store = `dispensary ${held.dispensaryId}`;
  if (holder === null) return `${store} was released meanwhile`;
  if (holder.workflowRunId === held.workflowRunId) return `a later attempt of the run has ${store}`;
  return `run ${holder.workflowRunId} of ${holder.workflowId} has ${store}`;
}

/**
 * Refuses an attempt that no longer holds its store or run. Temporal ignores the failure of an attempt that it has replaced. If it
 * counts the attempt as the current one, as after a step back of its clock or the restore of an older backup, the next attempt has a
 * later fence, and takes over.
 * @param why what has happened to the store or run
 * @param isFinal whether no attempt of the run can take over
 * @throws CrawlError StaleAttempt
 */
export function refuseStale(why: string, { isFinal }: { isFinal: boolean }): never {
  const message = `The attempt wrote nothing, because it is out of date: ${why}.`;
  throw new CrawlError('StaleAttempt', message, { isFinal });
}

/** Releases a store that an attempt holds, inside its transaction. */
export async function releaseStore(tx: Db, held: HeldStore): Promise<void> {
  await sql`delete from store_locks where ${isHeld(held)}`.execute(tx);
}

/**
 * Releases the store that a run holds, and removes the run from the queue.
 * @returns the affected stores
 */
export async function freeStore(db: Db, workflowRunId: string): Promise<number[]> {
  const { rows } = await sql<{ dispensaryId: number }>`
    with freed as (delete from store_locks where workflow_run_id = ${workflowRunId} returning dispensary_id),
      gone as (delete from store_waiters where workflow_run_id = ${workflowRunId} returning dispensary_id)
    select dispensary_id as "dispensaryId" from freed union select dispensary_id from gone
  `.execute(db);
  return rows.map(({ dispensaryId }) => dispensaryId);
}

/**
 * Passes a free store on to the first waiting task.
 * @returns the task that holds the store and has not continued yet, and must be signalled; null: there is none
 */
export async function handStoreOn(db: Db, dispensaryId: number): Promise<StoreHolder | null> {
  await sql`
    insert into store_locks (dispensary_id, workflow_id, workflow_run_id, fence, since)
    -- Fence 0: no attempt has the lock yet, and the first attempt's fence is higher.
    select dispensary_id, workflow_id, workflow_run_id, 0, asked_at
    from store_waiters where dispensary_id = ${dispensaryId} and waits_for = 'store'
    order by priority_key, asked_at, workflow_id limit 1
    on conflict (dispensary_id) do nothing
  `.execute(db);
  // A separate statement, which sees what another process has passed on meanwhile.
  await sql`
    delete from store_waiters waiter using store_locks lock
    where lock.dispensary_id = ${dispensaryId} and waiter.dispensary_id = lock.dispensary_id
      and waiter.workflow_run_id = lock.workflow_run_id
  `.execute(db);
  const { rows } = await sql<StoreHolder>`
    select ${HOLDER} from store_locks where dispensary_id = ${dispensaryId} and begun_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/** Finds the workflows to signal when a chain of a store has ended. */
export async function findChainWaiters(db: Db, dispensaryId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('store_waiters')
    .where('dispensary_id', '=', dispensaryId)
    .where('waits_for', '=', 'chain')
    .orderBy('priority_key')
    .orderBy('asked_at')
    .select('workflow_id')
    .execute();
  return rows.map(({ workflow_id: workflowId }) => workflowId);
}

/** A task that another one waits for. The run id is null if that task is a chain that itself waits or has not begun. */
export interface TaskInTheWay {
  workflowId: string;
  workflowRunId: string | null;
  since: Date;
}

/** Finds the tasks for which the given runs wait, by the ids of the waiting runs. Leaves out runs that wait for no task. */
export async function findTasksInTheWay(
  db: Db,
  workflowRunIds: string[],
): Promise<Map<string, TaskInTheWay>> {
  const { rows } = await sql<TaskInTheWay & { waitingRunId: string }>`
    select waiter.workflow_run_id as "waitingRunId",
      coalesce(lock.workflow_id, 'crawl/' || waiter.dispensary_id) as "workflowId", lock.workflow_run_id as "workflowRunId",
      coalesce(lock.since, waiter.asked_at) as since
    from store_waiters waiter left join store_locks lock on lock.dispensary_id = waiter.dispensary_id
    where waiter.workflow_run_id = any(${workflowRunIds}::text[])
      and (lock.dispensary_id is not null or waiter.waits_for = 'chain')
  `.execute(db);
  return new Map(rows.map(({ waitingRunId, ...task }) => [waitingRunId, task]));
}
