import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import { CHAIN_ROLES, ROLES, type Role } from '../../domain/role.ts';
import { ROLE_WORKFLOWS, TASK_TYPES } from '../../domain/role-workflows.ts';
import type { RunFilter } from '../../domain/run-filter.ts';
import { COUNTED_MAX } from '../../domain/run-list.ts';
import { CLOSED_STATUSES, isClosed, OPEN_STATUSES, type TaskStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { planSearch, type PlannedSearch } from './plan-search.ts';
import { ALL_WORK, IS_HELD, matches, statusOf, WITH_ALL_WORK } from './run-conditions.ts';

/** The number of tasks of a role with a status. */
export interface StatusCount {
  role: Role;
  status: TaskStatus;
  /** `COUNTED_MAX` if there are more. */
  count: number;
  isMore: boolean;
}

/** Pairs of role and status with more than `COUNTED_MAX` tasks. A query that runs often remembers them, so as not to count them again. */
export type ManyCounted = Pick<StatusCount, 'role' | 'status'>[];

/**
 * Counts tasks by role and status. Claimed and running tasks are few and counted exactly; waiting and ended ones only up to
 * `COUNTED_MAX`.
 * @param many pairs that are known to have more than `COUNTED_MAX`: they are not counted again
 */
export async function countTasks(
  db: Db,
  filter: Omit<RunFilter, 'kind'>,
  many: ManyCounted = [],
): Promise<StatusCount[]> {
  const { statuses = [...OPEN_STATUSES, ...CLOSED_STATUSES], ...others } = filter;
  const open = statuses.filter((status) => !isClosed(status));
  const closed = statuses.filter(isClosed);
  const planned = await planSearch(db, { ...filter, kind: 'task' });
  const { rows } = await sql<Omit<StatusCount, 'isMore'>>`
    ${
      leavesFew(filter)
        ? sql`${openAtOnce(others, open, planned)} union all ${closedAtOnce(others, closed, planned)}`
        : sql`${openToBound(others, open)} union all ${closedToBound(others, closed, many)}`
    }
  `.execute(db);
  const counted = rows.map(({ role, status, count }) => ({
    role,
    status,
    count: Math.min(count, COUNTED_MAX),
    isMore: count > COUNTED_MAX,
  }));
  return [...counted, ...many.map((known) => ({ ...known, count: COUNTED_MAX, isMore: true }))];
}

type Narrowing = Omit<RunFilter, 'kind' | 'statuses'>;

/** Whether a filter usually leaves too few tasks per role and status for a count to reach its bound. */
function leavesFew(filter: Omit<RunFilter, 'kind'>): boolean {
  const { worker, priority, priorityMin, requestedBy, startedBy, retriesMin, search, errorKinds } = filter;
  const { endedSince } = filter;
  const whoAndWhat = [worker, priority, priorityMin, requestedBy, startedBy, retriesMin, search, errorKinds];
  const narrow = [...whoAndWhat, endedSince];
  return narrow.some((value) => value !== undefined);
}

function openAtOnce(filter: Narrowing, open: TaskStatus[], planned: PlannedSearch): RawBuilder<unknown> {
  const ofOpen = matches({ ...filter, kind: 'task', statuses: open }, planned);
  return sql`
    select run.role, ${statusOf(filter.staleAfterMs)} as status, count(*) as count
    from runs run ${WITH_ALL_WORK} where run.ended_as is null and ${ofOpen} group by 1, 2`;
}

function closedAtOnce(filter: Narrowing, closed: TaskStatus[], planned: PlannedSearch): RawBuilder<unknown> {
  return sql`
    select run.role, run.ended_as, count(*) from runs run
    where run.ended_as = any(${closed}::text[]) and ${matches({ ...filter, kind: 'task' }, planned)} group by 1, 2`;
}

/** Counts open tasks up to the bound. Pending tasks are the open ones minus those at workers: an index has all columns for that. */
function openToBound({ roles = ROLES, ...filter }: Narrowing, open: TaskStatus[]): RawBuilder<unknown> {
  const isCounted = matches({ ...filter, kind: 'task' });
  return sql`(
    with held as (
      select run.role, ${statusOf(filter.staleAfterMs)} as status, count(*) as count
      from ${ALL_WORK} work join runs run on run.run_id = work.run_id
      where run.ended_as is null and ${IS_HELD} and work.worker is not null and run.role = any(${[...roles]}::text[]) and ${isCounted} group by 1, 2
    )
    select role, status, count from held where status = any(${open}::text[])
    union all
    select role.name, 'pending', open.count - in_hand.count
    from unnest(${open.includes('pending') ? [...roles] : []}::text[]) role (name)
    cross join lateral (select coalesce(sum(count), 0)::bigint as count from held where held.role = role.name) in_hand
    cross join lateral (
      select count(*) as count from (
        select from runs run where run.role = role.name and run.ended_as is null and ${isCounted}
        limit ${COUNTED_MAX + 1} + in_hand.count
      ) seen
    ) open
    where open.count > in_hand.count
  )`;
}

/** Counts each role and status separately, so that no count reads beyond the bound. */
function closedToBound(
  { roles = ROLES, ...filter }: Narrowing,
  closed: TaskStatus[],
  many: ManyCounted,
): RawBuilder<unknown> {
  const known = many.map(({ role, status }) => `${role} ${status}`);
  return sql`
    select role.name, ending.name, counted.count
    from unnest(${[...roles]}::text[]) role (name) cross join unnest(${closed}::text[]) ending (name), lateral (
      select count(*) as count from (
        select from runs run
        where not (role.name || ' ' || ending.name = any(${known}::text[])) and run.role = role.name and run.ended_as = ending.name
          and ${matches({ ...filter, kind: 'task' })}
        limit ${COUNTED_MAX + 1}
      ) seen
    ) counted
    where counted.count > 0`;
}

/** The open tasks of a role, by state. */
export interface OpenCount {
  role: Role;
  /** Null for roles without chains. */
  platform: PlatformName | null;
  /**
   * `ready`: it waits for a worker. `later`: it waits for its next attempt. `claimed`: a worker has it and has not reported
   * progress. `running`: its worker heartbeats, or did.
   */
  state: 'ready' | 'later' | 'claimed' | 'running';
  count: number;
}

/**
 * Counts the open tasks by role, platform and state. A chain counts for its own role until its menu is fetched, then for
 * `product_refresh` until that is ingested, and for no role while it downloads images.
 */
export async function countOpenWork(db: Db): Promise<OpenCount[]> {
  const isChain = sql`run.role = any(${[...CHAIN_ROLES]}::text[])`;
  const { rows } = await sql<OpenCount>`
    select case when ${isChain} and run.stage = 'ingest' then 'product_refresh' else run.role end as role,
      case when ${isChain} and run.stage is distinct from 'ingest' then run.platform end as platform,
      case when work.worker is null and work.next_attempt_at > now() then 'later'
        when work.worker is null then 'ready' when work.heartbeat_at is null then 'claimed' else 'running' end as state,
      count(*) as count
    from runs run ${WITH_ALL_WORK}
    where run.ended_as is null and run.type = any(${TASK_TYPES}::text[])
      and not (${isChain} and run.stage is not distinct from 'images')
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

/** Recent counts of a role. */
export interface RoleRates {
  role: Role;
  /** Null for roles without chains. */
  platform: PlatformName | null;
  startedLastDay: number;
  completedLastHour: number;
  /** Without cancelled ones. */
  failedLastHour: number;
  /** Average seconds from start to end of those completed within a day, including waiting; null: none. */
  seconds: number | null;
}

/** Counts recently started and ended tasks, by role and platform. */
export async function readRoleRates(db: Db): Promise<RoleRates[]> {
  const dayAgo = sql`(now() - interval '1 day')`;
  const columns = sql`role, type, platform, created_at, ended_at, ended_as`;
  // Two queries, by key and by end, each with its index: a combined condition would read the whole ledger.
  const { rows } = await sql<RoleRates>`
    select run.role, case when run.type = ${ROLE_WORKFLOWS.payload_fetch} then run.platform end as platform,
      count(*) filter (where run.is_new) as "startedLastDay",
      count(*) filter (where run.ended_as = 'completed' and run.ended_at > now() - interval '1 hour') as "completedLastHour",
      count(*) filter (where run.ended_as = 'failed' and run.ended_at > now() - interval '1 hour') as "failedLastHour",
      avg(extract(epoch from run.ended_at - run.created_at)) filter (
        where run.ended_as = 'completed' and run.ended_at > ${dayAgo})::float8 as seconds
    from (
      select ${columns}, true as is_new from runs where id >= key_of_moment(${dayAgo})
      union all
      select ${columns}, false from runs where ended_at > ${dayAgo} and id < key_of_moment(${dayAgo})
    ) run
    where run.type = any(${TASK_TYPES}::text[])
    group by 1, 2
  `.execute(db);
  return rows;
}

/** Numbers of open runs: running at a worker, and waiting. */
export interface OpenCounts {
  running: number;
  pending: number;
}

/** Counts the open jobs. */
export async function countOpenJobs(db: Db): Promise<OpenCounts> {
  return countOpen(db, sql`run.type = 'job'`);
}

/** Counts the chains that download images, which `countOpenWork` leaves out. */
export async function countImageStages(db: Db): Promise<OpenCounts> {
  return countOpen(db, sql`run.role = any(${[...CHAIN_ROLES]}::text[]) and run.stage = 'images'`);
}

async function countOpen(db: Db, isCounted: RawBuilder<unknown>): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select count(*) filter (where work.worker is not null) as running,
      count(*) filter (where work.worker is null) as pending
    from runs run ${WITH_ALL_WORK} where run.ended_as is null and ${isCounted}
  `.execute(db);
  return rows[0] ?? { running: 0, pending: 0 };
}

/** Counts the jobs that wait for a worker by platform, the largest count first. */
export async function countPendingJobs(db: Db): Promise<{ platform: string | null; count: number }[]> {
  const { rows } = await sql<{ platform: string | null; count: number }>`
    select run.platform, count(*) as count from runs run ${WITH_ALL_WORK}
    where run.ended_as is null and run.type = 'job' and work.worker is null
    group by run.platform order by count(*) desc, run.platform
  `.execute(db);
  return rows;
}

/** Counts the jobs that wait for a worker by type, the largest count first. Leaves out jobs that wait for their time. */
export async function countWaitingJobTypes(db: Db): Promise<{ jobType: string; count: number }[]> {
  const { rows } = await sql<{ jobType: string; count: number }>`
    select run.job_type as "jobType", count(*) as count from runs run ${WITH_ALL_WORK}
    where run.ended_as is null and run.type = 'job' and work.worker is null and run.job_type is not null
      -- A job with an error was tried: a person started it before its time.
      and (run.scheduled_for is null or run.scheduled_for <= now() or run.error_kind is not null)
    group by run.job_type order by count(*) desc, run.job_type
  `.execute(db);
  return rows;
}
