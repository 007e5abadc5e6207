import { sql, type RawBuilder } from 'kysely';
import type { FetchManner } from '../../domain/fetch-mode.ts';
import { isChainRole, type Role } from '../../domain/role.ts';
import { TASK_TYPES } from '../../domain/role-workflows.ts';
import type { RunFilter, Stage } from '../../domain/run-filter.ts';
import { NEWEST_FIRST, type RunOrder } from '../../domain/run-list.ts';
import type { TaskStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { planSearch } from './plan-search.ts';
import { matches, needsWork, statusOf, WITH_WORK, type AttemptName } from './run-conditions.ts';
import { comesBehind, orderBy, placeValue, type RunPosition } from './run-order.ts';

/** One workflow execution in the ledger. */
export interface Run {
  /** Sorts by creation time. */
  id: string;
  workflowId: string;
  /** The run id of the execution's newest attempt. */
  runId: string;
  /** The type of the workflow. */
  type: string;
  role: Role | null;
  jobType: string | null;
  platform: string | null;
  account: string | null;
  dispensaryId: number | null;
  dispensaryName: string | null;
  /** The dispensary's fetch mode. */
  fetchMode: FetchManner['fetchMode'] | null;
  stateCode: string | null;
  status: TaskStatus;
  /** The current stage of an open chain. */
  stage: Stage | null;
  priority: number | null;
  maxRetries: number | null;
  retryCount: number;
  scheduledFor: Date | null;
  /** Who requested it. */
  requestedBy: string | null;
  /** The id of the workflow that started it. */
  startedBy: string | null;
  createdAt: Date;
  /** When a worker claimed the current attempt. */
  claimedAt: Date | null;
  startedAt: Date | null;
  heartbeatAt: Date | null;
  endedAt: Date | null;
  /** The worker that runs it; for an ended run, the last one. */
  worker: string | null;
  /** That worker's friendly name; null: no worker, or the registry no longer has it. */
  workerName: string | null;
  /** The type and attempt of the activity that a worker runs or last ran; null: there was none so far, or the run has ended. */
  activity: string | null;
  attempt: number | null;
  /** When the next attempt is due after one that failed; null: no attempt waits for its time. */
  nextAttemptAt: Date | null;
  progressPercent: number | null;
  progressMessage: string | null;
  errorKind: string | null;
  errorMessage: string | null;
  result: Record<string, unknown> | null;
  updatedAt: Date;
}

const WORKER = sql`(case when run.ended_as is null then work.worker else run.worker end)`;

/** SQL: the columns of a `Run`. Needs `WITH_STORE` and `WITH_WORK`. */
export function columns(staleAfterMs?: number): RawBuilder<unknown> {
  return sql`
    run.id, run.workflow_id as "workflowId", run.run_id as "runId", run.type, run.role, run.job_type as "jobType",
    run.platform, run.account, run.dispensary_id as "dispensaryId", store.name as "dispensaryName",
    store.fetch_mode as "fetchMode",
    run.state_code as "stateCode", ${statusOf(staleAfterMs)} as status, case when run.ended_as is null then run.stage end as stage,
    run.priority, run.max_retries as "maxRetries", run.retry_count as "retryCount", run.scheduled_for as "scheduledFor",
    run.requested_by as "requestedBy", run.started_by as "startedBy",
    run.created_at as "createdAt", case when work.worker is not null then work.claimed_at end as "claimedAt",
    run.started_at as "startedAt", work.heartbeat_at as "heartbeatAt", run.ended_at as "endedAt",
    ${WORKER} as worker, (select friendly_name from workers where worker_id = ${WORKER}) as "workerName",
    work.activity, work.attempt, work.next_attempt_at as "nextAttemptAt",
    run.progress_percent as "progressPercent", run.progress_message as "progressMessage", run.error_kind as "errorKind",
    run.error_message as "errorMessage", run.result,
    greatest(run.updated_at, work.claimed_at, work.heartbeat_at) as "updatedAt"
  `;
}

/** SQL: joins a run's dispensary. */
export const WITH_STORE = sql`left join dispensaries store on store.id = run.dispensary_id`;

/** A run with its position in a list. */
export interface ListedRun {
  run: Run;
  place: RunPosition;
}

/**
 * SQL: makes PostgreSQL find all matches first. Otherwise the planner would scan runs in list order and expect to fill the page soon,
 * although matches are rare.
 */
const FOUND_FIRST = sql`offset 0`;

/** Lists the runs after a position, newest first unless `order` says otherwise. @param page.after null: the first page */
export async function listRuns(
  db: Db,
  filter: RunFilter,
  {
    after,
    limit,
    order = NEWEST_FIRST,
  }: { after: RunPosition | null; limit: number; order?: RunOrder | undefined },
): Promise<ListedRun[]> {
  const planned = await planSearch(db, filter);
  // Join everything else to the page's rows only.
  const { rows } = await sql<Run & { placeValue: number | null }>`
    select ${columns(filter.staleAfterMs)}, ${placeValue(order)} as "placeValue"
    from (
      select run.* from (
        select run.* from runs run ${needsWork(filter) ? WITH_WORK : sql``}
        where ${matches(filter, planned)} and ${comesBehind(order, after)} ${planned.isRare ? FOUND_FIRST : sql``}
      ) run order by ${orderBy(order)} limit ${limit}
    ) run ${WITH_STORE} ${WITH_WORK}
    order by ${orderBy(order)}
  `.execute(db);
  return rows.map(({ placeValue: value, ...run }) => ({ run, place: { id: run.id, value } }));
}

/** Finds an execution by its workflow and its first or newest attempt; null if the ledger does not have it. */
export async function findRun(db: Db, { workflowId, runId }: AttemptName): Promise<Run | null> {
  const find = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<Run>`
      select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
      where run.workflow_id = ${workflowId} and ${which} order by run.id desc limit 1
    `.execute(db);
    return rows[0] ?? null;
  };
  // Try the key first, which equals the id of most attempts: this reads no other runs of the workflow.
  const isFirst = sql`run.id = case when is_time_ordered(${runId}) then key_of_run(${runId}, now()) end`;
  return (await find(isFirst)) ?? (await find(sql`run.run_id = ${runId}`));
}

/** Finds the next run of the same workflow; null: there is none. */
export async function findNextRun(
  db: Db,
  { id, workflowId }: Pick<Run, 'id' | 'workflowId'>,
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.workflow_id = ${workflowId} and run.id > ${id} order by run.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Finds the newest run of a workflow; null: the ledger has none. */
export async function findNewestRun(db: Db, workflowId: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.workflow_id = ${workflowId} order by run.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Lists the runs of the same workflow before this one, the newest first. */
export async function listEarlierRuns(
  db: Db,
  { id, workflowId }: Pick<Run, 'id' | 'workflowId'>,
  limit: number,
): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.workflow_id = ${workflowId} and run.id < ${id} order by run.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Lists the last completed tasks of roles with a workflow of their own, newest first. */
export async function listLastCompleted(db: Db, roles: readonly Role[], limit: number): Promise<Run[]> {
  const own = roles.filter((role) => !isChainRole(role));
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.role = any(${own}::text[]) and run.ended_as = 'completed' and run.type = any(${TASK_TYPES}::text[])
    order by run.ended_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** When the ledger was last up to date with Temporal. */
export interface LedgerAge {
  /** The ledger has all runs that began or ended before this time; null: it never was up to date. */
  asOf: Date | null;
  /** Whether the ledger shows an earlier state, because Temporal does not answer or no process follows it. */
  isStale: boolean;
}

/** A ledger that is being followed lags less than this. */
const BEHIND_MS_MAX = 15_000;

/** Reads how far the ledger has followed Temporal. */
export async function readLedgerAge(db: Db): Promise<LedgerAge> {
  const { rows } = await sql<LedgerAge>`
    select followed_to as "asOf",
      -- A time in the future was written before the database's clock was set back.
      coalesce(abs(extract(epoch from clock_timestamp() - followed_to)) * 1000 > ${BEHIND_MS_MAX}, true) as "isStale"
    from ledger_state
  `.execute(db);
  return rows[0] ?? { asOf: null, isStale: true };
}
