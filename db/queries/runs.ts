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
import { comesBehind, orderBy, placeValue, type RunPlace } from './run-order.ts';

/** One execution of a workflow, as the ledger has it. */
export interface Run {
  /** Sorts by when it was created. */
  id: string;
  workflowId: string;
  /** Of its newest attempt. */
  runId: string;
  /** The type of the workflow. */
  type: string;
  role: Role | null;
  jobType: string | null;
  platform: string | null;
  account: string | null;
  dispensaryId: number | null;
  dispensaryName: string | null;
  /** How its menu is fetched. */
  fetchMode: FetchManner['fetchMode'] | null;
  stateCode: string | null;
  status: TaskStatus;
  /** Where an open chain is. */
  stage: Stage | null;
  priority: number | null;
  maxRetries: number | null;
  retryCount: number;
  scheduledFor: Date | null;
  /** Who asked for it. */
  requestedBy: string | null;
  /** The id of the workflow that started it. */
  startedBy: string | null;
  createdAt: Date;
  /** When a worker took the attempt that it has in hand. */
  claimedAt: Date | null;
  startedAt: Date | null;
  heartbeatAt: Date | null;
  endedAt: Date | null;
  /** Who has it in hand; of one that is over, who had it last. */
  worker: string | null;
  /** The friendly name of that worker; null: there is none, or the registry does not know it any more. */
  workerName: string | null;
  /** What a worker has in hand of it, or had: the type of the activity, and its attempt; null: nothing, so far. */
  activity: string | null;
  attempt: number | null;
  /** When the attempt after one that failed is due; null: none has failed. */
  nextAttemptAt: Date | null;
  progressPercent: number | null;
  progressMessage: string | null;
  errorKind: string | null;
  errorMessage: string | null;
  result: Record<string, unknown> | null;
  updatedAt: Date;
}

const WORKER = sql`(case when run.ended_as is null then work.worker else run.worker end)`;

/** What a `Run` is made of. It takes `WITH_STORE` and `WITH_WORK`. */
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

/** Joins the dispensary that a run is of. */
export const WITH_STORE = sql`left join dispensaries store on store.id = run.dispensary_id`;

/** A run of a list, with its place there. */
export interface ListedRun {
  run: Run;
  place: RunPlace;
}

/** Keeps the planner from going through the runs in the order of the list, in the hope that a page of what is rare is soon full. */
const FOUND_FIRST = sql`offset 0`;

/** The runs of a list behind one of them, the newest first unless `order` says otherwise. @param page.after null: from the first on */
export async function listRuns(
  db: Db,
  filter: RunFilter,
  {
    after,
    limit,
    order = NEWEST_FIRST,
  }: { after: RunPlace | null; limit: number; order?: RunOrder | undefined },
): Promise<ListedRun[]> {
  const planned = await planSearch(db, filter);
  // All else is joined to the rows of the page alone.
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

/** One execution, by its workflow and its first or its newest attempt; null: the ledger does not have it. */
export async function findRun(db: Db, { workflowId, runId }: AttemptName): Promise<Run | null> {
  const find = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<Run>`
      select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
      where run.workflow_id = ${workflowId} and ${which} order by run.id desc limit 1
    `.execute(db);
    return rows[0] ?? null;
  };
  // By the key, which most attempts have as their id, it costs no look at the other runs of the workflow.
  const isFirst = sql`run.id = case when is_time_ordered(${runId}) then key_of_run(${runId}, now()) end`;
  return (await find(isFirst)) ?? (await find(sql`run.run_id = ${runId}`));
}

/** The run of a workflow that came after one; null: none did. */
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

/** The newest run of a workflow; null: the ledger has none. */
export async function findNewestRun(db: Db, workflowId: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.workflow_id = ${workflowId} order by run.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** The tasks of roles whose workflow is theirs alone that were completed last, the newest first. */
export async function listLastCompleted(db: Db, roles: readonly Role[], limit: number): Promise<Run[]> {
  const own = roles.filter((role) => !isChainRole(role));
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.role = any(${own}::text[]) and run.ended_as = 'completed' and run.type = any(${TASK_TYPES}::text[])
    order by run.ended_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** When the ledger was last level with Temporal. */
export interface LedgerAge {
  /** All that began or ended before is in it; null: it never was level. */
  asOf: Date | null;
  /** Temporal does not answer, or no process follows it: what is shown was so before. */
  isStale: boolean;
}

/** A ledger that is followed is behind by less. */
const BEHIND_MS_MAX = 15_000;

/** Says how far the ledger has followed Temporal. */
export async function readLedgerAge(db: Db): Promise<LedgerAge> {
  const { rows } = await sql<LedgerAge>`
    select followed_to as "asOf",
      -- One that is ahead is of before the database's clock was set back.
      coalesce(abs(extract(epoch from clock_timestamp() - followed_to)) * 1000 > ${BEHIND_MS_MAX}, true) as "isStale"
    from ledger_state
  `.execute(db);
  return rows[0] ?? { asOf: null, isStale: true };
}
