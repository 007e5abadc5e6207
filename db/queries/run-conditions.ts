import { sql, type RawBuilder } from 'kysely';
import { BULK_ACTION, STARTER, TASK_TYPES } from '../../domain/role-workflows.ts';
import type { RunFilter } from '../../domain/run-filter.ts';
import { searchWords } from '../../domain/run-list.ts';
import { isClosed, STALE_AFTER_MINUTES, type TaskStatus } from '../../domain/task.ts';
import type { PlannedSearch } from './plan-search.ts';

/**
 * SQL: joins an open run's current activity as `work`: of several activities, prefers those that a worker has, and of these the
 * one that progressed last.
 */
export const WITH_WORK = sql`
  left join lateral (
    select worker, activity, attempt, claimed_at, heartbeat_at, next_attempt_at from run_heartbeats
    where run_id = run.run_id and run.ended_as is null
    order by worker is not null desc, coalesce(heartbeat_at, claimed_at) desc limit 1
  ) work on true
`;

/** SQL: the current activity of every run that has one, running or waiting for its next attempt; chosen as in `WITH_WORK`. */
export const ALL_WORK = sql`(
  select distinct on (run_id) run_id, worker, claimed_at, heartbeat_at, next_attempt_at from run_heartbeats
  order by run_id, worker is not null desc, coalesce(heartbeat_at, claimed_at) desc
)`;

/** SQL: does what `WITH_WORK` does, for queries over all open runs: reads the activities once, since few runs have any. */
export const WITH_ALL_WORK = sql`left join ${ALL_WORK} work on work.run_id = run.run_id and run.ended_as is null`;

/** SQL: whether a worker runs the run. Reads the run ids once, then looks them up in the index of open runs. */
export const IS_HELD = sql<boolean>`run.run_id = any(array(select run_id from run_heartbeats where worker is not null))`;

/** SQL: the status of a run in the operators' words. Needs `WITH_WORK`. */
export function statusOf(staleAfterMs = STALE_AFTER_MINUTES * 60_000): RawBuilder<TaskStatus> {
  return sql<TaskStatus>`case
    when run.ended_as is not null then run.ended_as
    when work.worker is null then 'pending'
    when coalesce(work.heartbeat_at, work.claimed_at) <= now() - ${staleAfterMs} * interval '1 millisecond' then 'stale'
    when work.heartbeat_at is null then 'claimed'
    else 'running' end`;
}

/** SQL: whether a run is a task. A completed delayed start does not count, because the run that it started does. */
export const IS_TASK = sql<boolean>`(run.type = any(${TASK_TYPES}::text[]) or (run.type = ${STARTER.type}
  and starts_with(run.workflow_id, ${STARTER.idPrefix}) and run.ended_as is distinct from 'completed'))`;

/** SQL: whether the run's workflow has a newer run. */
export const HAS_NEWER = sql<boolean>`exists (
  select from runs newer where newer.workflow_id = run.workflow_id and newer.id > run.id)`;

/** SQL: whether a run is a job's newest run. Under another id the workflow refuses to run, so such a run is no job and hides none. */
const IS_JOB = sql<boolean>`(run.type = 'job' and starts_with(run.workflow_id, 'job/') and not ${HAS_NEWER})`;

/** SQL: whether a run is a delayed start that waits for its time to start a task. */
export const IS_WAITING = sql<boolean>`(run.ended_as is null and run.type = ${STARTER.type}
  and starts_with(run.workflow_id, ${STARTER.idPrefix}))`;

/** SQL: whether a run is a bulk action. Under another id the workflow refuses to run. */
const IS_BULK = sql<boolean>`(run.type = 'bulkAction' and starts_with(run.workflow_id, ${BULK_ACTION.idPrefix}))`;

const KINDS = { task: IS_TASK, job: IS_JOB, waiting: IS_WAITING, bulk: IS_BULK };

const UNPLANNED: PlannedSearch = { common: new Set(), stores: new Map(), isRare: false };

/**
 * SQL: whether a run matches a filter. With open statuses, the condition needs `WITH_WORK`.
 * @param planned the plan of the filter's search, from `planSearch`; absent: the filter has no search
 */
export function matches(filter: RunFilter, planned: PlannedSearch = UNPLANNED): RawBuilder<boolean> {
  const { kind, roles, statuses, since, until, search, errorKinds, stage, worker } = filter;
  const conditions = [
    KINDS[kind],
    ...equals('dispensary_id', filter.dispensaryId),
    ...equals('platform', filter.platform),
    ...equals('job_type', filter.jobType),
    ...equals('account', filter.account),
    ...equals('priority', filter.priority),
    ...equals('requested_by', filter.requestedBy),
    ...equals('started_by', filter.startedBy),
    ...when(filter.attempts, isAnyAttempt),
    ...when(filter.workflowIds, isNewestOf),
    ...when(filter.states, (some) => isAmong('state_code', some)),
    ...when(roles, (some) => isAmong('role', some)),
    ...when(errorKinds, (some) => isAmong('error_kind', some)),
    ...when(filter.priorityMin, (least) => sql`run.priority >= ${least}`),
    ...when(filter.retriesMin, (least) => sql`run.retry_count >= ${least}`),
    ...when(stage, (name) => sql`(run.ended_as is null and run.stage = ${name})`),
    ...when(worker, isOfWorker),
    ...when(search, (text) => hasWords(kind, searchWords(text), planned)),
    ...when(statuses, (some) => hasStatus(some, filter.staleAfterMs)),
    // Compare the key, by which the partitions and all indexes are sorted.
    ...when(since, (moment) => sql`run.id >= key_of_moment(${moment})`),
    ...when(until, (moment) => sql`run.id < key_of_moment(${moment})`),
    ...when(filter.endedSince, (moment) => sql`run.ended_at >= ${moment}`),
    ...when(filter.endedUntil, (moment) => sql`run.ended_at < ${moment}`),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function when<Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return value === undefined ? [] : [condition(value)];
}

function equals(column: string, value: string | number | undefined): RawBuilder<unknown>[] {
  return when(value, (wanted) => sql`${sql.ref(`run.${column}`)} = ${wanted}`);
}

/** SQL: whether a column has one of these values. For one value, an index has the rows in list order; for several, all are sorted. */
function isAmong(column: string, values: readonly string[]): RawBuilder<boolean> {
  const known = sql.ref(`run.${column}`);
  return values.length === 1
    ? sql<boolean>`${known} = ${values[0]}`
    : sql<boolean>`${known} = any(${[...values]}::text[])`;
}

/**
 * SQL: whether a run is the execution of one of these attempts, like `isAttemptOf`. Looks up the newest match of each attempt first,
 * so that the order of the list cannot make PostgreSQL read the whole ledger.
 */
function isAnyAttempt(attempts: readonly AttemptName[]): RawBuilder<boolean> {
  const workflowIds = attempts.map(({ workflowId }) => workflowId);
  const runIds = attempts.map(({ runId }) => runId);
  return sql<boolean>`run.id = any(array(
    select found.id from unnest(${workflowIds}::text[], ${runIds}::text[]) as named(workflow_id, run_id) cross join lateral (
      select id from runs where workflow_id = named.workflow_id and named.run_id in (run_id, id::text) order by id desc limit 1
    ) found))`;
}

/** SQL: whether a run is the newest of one of these workflows. Looks these runs up first, as `isAnyAttempt` does. */
function isNewestOf(workflowIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`run.id = any(array(
    select found.id from unnest(${[...workflowIds]}::text[]) as named(workflow_id) cross join lateral (
      select id from runs where workflow_id = named.workflow_id order by id desc limit 1
    ) found))`;
}

/** SQL: whether a run is the worker's. Reads the worker's runs once, not for each row; for many ids, `in` is faster than an array. */
function isOfWorker(worker: string): RawBuilder<boolean> {
  return sql<boolean>`(case when run.ended_as is not null then run.worker = ${worker}
    else run.run_id in (select run_id from run_heartbeats where worker = ${worker}) end)`;
}

/** SQL: whether a run contains all words. Uses the word index of runs and the index of their dispensaries, but neither for jobs. */
function hasWords(
  kind: RunFilter['kind'],
  words: readonly string[],
  { common, stores }: PlannedSearch,
): RawBuilder<boolean> {
  const ofRun = sql`run_words(run.error_kind, run.error_message, run.result)`;
  if (kind !== 'job') {
    const ofRunsAlone = words.filter((word) => !common.has(word) && !stores.has(word));
    const indexed = sql<boolean>`${sql.join(
      [
        ...[...stores].map(
          // The dispensary comes first: if it matches, the words need not be computed.
          ([word, ids]) => sql`(run.dispensary_id = any(${ids}::bigint[]) or ${ofRun} ${areFound([word])})`,
        ),
        ...(ofRunsAlone.length > 0 ? [sql`${ofRun} ${areFound(ofRunsAlone)}`] : []),
      ],
      sql` and `,
    )}`;
    // `is true` keeps the planner off the index.
    return common.size === 0
      ? indexed
      : sql<boolean>`${indexed} and (${ofRun} ${areFound([...common])}) is true`;
  }
  // Payloads have no word index, so rows are checked one by one: first by substring, which takes a fifth of the time.
  const parts = words.map((word) => `%${word}%`);
  return sql<boolean>`(lower(concat_ws(' ', run.error_kind, run.error_message, run.result::text, ${payloadAs(sql`payload::text`)}))
      like all(${parts}::text[])
    and (${ofRun} || coalesce(${payloadAs(sql`run_words(null, null, payload)`)}, '')) ${areFound(words)})`;
}

/** SQL: matches words by prefix; numbers in full, since many start with the same digits. */
function areFound(words: readonly string[]): RawBuilder<unknown> {
  const query = words.map((word) => `'${word}'${NUMBER.test(word) ? '' : ':*'}`).join(' & ');
  return sql`@@ to_tsquery('pg_catalog.simple', ${query})`;
}

const NUMBER = /^\d+$/;

/** SQL: the payload of a job's run, if the table `jobs` has it. */
function payloadAs(form: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${form} from jobs
    where jobs.id = substr(run.workflow_id, length('job/') + 1) and jobs.workflow_run_id = run.run_id)`;
}

/** Whether a filter depends on the workers' current work. */
export function needsWork({ statuses }: RunFilter): boolean {
  return statuses !== undefined && !statuses.every(isClosed);
}

function hasStatus(statuses: readonly TaskStatus[], staleAfterMs?: number): RawBuilder<boolean> {
  const closed = statuses.filter(isClosed);
  const isWanted = sql<boolean>`${statusOf(staleAfterMs)} = any(${[...statuses]}::text[])`;
  if (closed.length === statuses.length && closed.length > 0) return isAmong('ended_as', closed);
  if (closed.length > 0) return isWanted;
  // Put the conditions first that an index serves and the planner can estimate: otherwise it sorts all open runs.
  if (statuses.length === 1 && statuses[0] === 'pending')
    return sql<boolean>`(run.ended_as is null
      and run.run_id not in (select run_id from run_heartbeats where worker is not null))`;
  return sql<boolean>`(run.ended_as is null and ${statuses.includes('pending') ? sql`true` : IS_HELD} and ${isWanted})`;
}

/** Identifies an attempt of an execution. */
export interface AttemptName {
  workflowId: string;
  runId: string;
}

/**
 * SQL: whether a run is the execution of an attempt. A run knows its first attempt, whose id is its key, and its newest; only
 * Temporal knows those in between, for example after two resets.
 */
export function isAttemptOf(
  run: RawBuilder<unknown>,
  { workflowId, runId }: Record<keyof AttemptName, unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${run}.workflow_id = ${workflowId} and (${run}.run_id = ${runId}
    or (is_time_ordered(${runId}) and ${run}.id = key_of_run(${runId}, now()))))`;
}

/** The kinds of runs that operators see. */
export type WorkKind = 'tasks' | 'jobs';

/** SQL: whether a run is a task or a job. A job that ran again counts only with its newest run. */
export const IS_WORK = sql<boolean>`(${IS_TASK} or ${IS_JOB})`;

/** SQL: whether the run is a task or a job, if it is one of them. */
export const WORK_KIND = sql<WorkKind>`case when run.type = 'job' then 'jobs' else 'tasks' end`;

/** SQL: whether the run's workflow id has this prefix. */
export function startsWith(prefix: string) {
  return sql<boolean>`starts_with(run.workflow_id, ${prefix})`;
}
