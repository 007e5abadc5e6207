import { sql } from 'kysely';
import type { Role } from '../../domain/role.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { overdueFrom, type QualityRule } from './judged-dispensaries.ts';
import { IS_JOB, IS_TASK, IS_WAITING } from './run-conditions.ts';

// What the overview shows besides what others show too. All of it is read by an index of what ended or what is open.

/** What a run is to operators. */
export type WorkKind = 'tasks' | 'jobs';

/** How many runs ended so within an hour of the clock (UTC). */
export interface EndedCount {
  hour: Date;
  of: WorkKind;
  outcome: ClosedStatus;
  count: number;
}

const IS_WORK = sql<boolean>`(${IS_TASK} or (run.type = 'job' and starts_with(run.workflow_id, 'job/')))`;

const WORK_KIND = sql<WorkKind>`case when run.type = 'job' then 'jobs' else 'tasks' end`;

/** Counts tasks and jobs that ended within a time, by hour and outcome. @param within.until excluded */
export async function countEnded(
  db: Db,
  { since, until }: { since: Date; until: Date },
): Promise<EndedCount[]> {
  const { rows } = await sql<EndedCount>`
    select date_trunc('hour', run.ended_at, 'UTC') as hour, ${WORK_KIND} as of, run.ended_as as outcome, count(*) as count
    from runs run
    where run.ended_at >= ${since} and run.ended_at < ${until} and ${IS_WORK}
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

/** A later run of the workflow went well. */
const HAS_RECOVERED = sql<boolean>`exists (
  select from runs later where later.workflow_id = run.workflow_id and later.id > run.id and later.ended_as in ('completed', 'unconfirmed'))`;

/** How tasks and jobs ended within the last hour. */
export interface LastHour {
  completed: number;
  /** Those that failed, but for those whose work has been done since. */
  failed: number;
  /** The kind of failure that is most frequent among these; null: none has one. */
  kind: string | null;
}

/** Counts how tasks and jobs ended within the last hour. */
export async function countLastHour(db: Db): Promise<LastHour> {
  const { rows } = await sql<LastHour>`
    with ended as (
      select run.ended_as in ('completed', 'unconfirmed') as is_done, run.error_kind,
        run.ended_as = 'failed' and not ${HAS_RECOVERED} as has_failed
      from runs run where run.ended_at > now() - interval '1 hour' and ${IS_WORK}
    )
    select count(*) filter (where is_done) as completed, count(*) filter (where has_failed) as failed,
      mode() within group (order by error_kind) filter (where has_failed) as kind
    from ended
  `.execute(db);
  return rows[0] ?? { completed: 0, failed: 0, kind: null };
}

/** Tasks that wait for their time. */
export interface ScheduledTasks {
  count: number;
  /** When the next one is due; null: none is. */
  nextAt: Date | null;
  /** Those of them that do the work of a chain that has failed once more. */
  retries: number;
  nextRetryAt: Date | null;
}

/** Counts the tasks that wait for their time. @param retryPrefix with which the ids of retries begin */
export async function countScheduled(db: Db, retryPrefix: string): Promise<ScheduledTasks> {
  const isRetry = startsWith(retryPrefix);
  const { rows } = await sql<ScheduledTasks>`
    select count(*) as count, min(run.scheduled_for) as "nextAt",
      count(*) filter (where ${isRetry}) as retries, min(run.scheduled_for) filter (where ${isRetry}) as "nextRetryAt"
    from runs run where ${IS_WAITING} and run.scheduled_for > now()
  `.execute(db);
  return rows[0] ?? { count: 0, nextAt: null, retries: 0, nextRetryAt: null };
}

function startsWith(prefix: string) {
  return sql<boolean>`starts_with(run.workflow_id, ${prefix})`;
}

/** Tasks or jobs that failed alike. */
export interface FailureGroup {
  of: WorkKind;
  kind: string | null;
  platform: string | null;
  /** The message with `#` for what differs from run to run: numbers, ids, and what stands in quotes. */
  shape: string;
  /** What the newest of them said. */
  message: string;
  /** Where all of them are of one dispensary; null: they are of several, or of none. */
  dispensaryId: number | null;
  dispensaryName: string | null;
  count: number;
  /** Of these, those whose workflow has completed since. Of a job the newest run counts alone, so none has. */
  recovered: number;
  /** Of these, those whose dispensary has a retry that waits for its time; those that recovered have none. */
  retrying: number;
  /** When the next of these retries is due; null: none waits. */
  nextRetryAt: Date | null;
  lastAt: Date;
  /** How many failed in which hour, from 0 for the hour that `since` begins. */
  byHour: Record<string, number>;
  /** How many groups there are in all, and how many tasks and jobs these have. */
  groups: number;
  total: number;
}

/** Longer messages that begin alike are taken for the same. */
const MESSAGE_CHARACTERS = 300;

const DIFFERING = '"[^"]*"|[0-9a-f]{8,}|[0-9]+([.,:][0-9]+)*';

/** The tasks and jobs that failed since a moment, in groups, the largest first: as lists have them, a job once, as its newest run ended. */
export async function groupFailures(
  db: Db,
  { since, limit, retryPrefix }: { since: Date; limit: number; retryPrefix: string },
): Promise<FailureGroup[]> {
  const { rows } = await sql<FailureGroup>`
    with waiting as materialized (
      select run.workflow_id, run.scheduled_for from runs run where ${IS_WAITING} and ${startsWith(retryPrefix)} and run.scheduled_for > now()
    ), failed as materialized (
      select ${WORK_KIND} as of, run.error_kind as kind, run.platform, left(coalesce(run.error_message, ''), ${MESSAGE_CHARACTERS}) as message,
        run.dispensary_id, run.ended_at, ${HAS_RECOVERED} as has_recovered, floor(extract(epoch from run.ended_at - ${since}::timestamptz) / 3600)::int as hour,
        waiting.scheduled_for as retry_at
      from runs run left join waiting on waiting.workflow_id = ${retryPrefix}::text || run.dispensary_id
      where run.ended_at >= ${since} and run.ended_as = 'failed' and (${IS_TASK} or ${IS_JOB})
    ), hourly as (
      select of, kind, platform, regexp_replace(message, ${DIFFERING}, '#', 'g') as shape, hour, count(*) as count,
        count(*) filter (where has_recovered) as recovered, count(retry_at) filter (where not has_recovered) as retrying,
        min(retry_at) filter (where not has_recovered) as retry_at, min(dispensary_id) as first_store, max(dispensary_id) as last_store, max(ended_at) as last_at, (array_agg(message order by ended_at desc))[1] as message
      from failed group by 1, 2, 3, 4, 5
    )
    , grouped as (
      select of, kind, platform, shape, (array_agg(message order by last_at desc))[1] as message, sum(count)::bigint as count, sum(recovered)::bigint as recovered,
        sum(retrying)::bigint as retrying, min(retry_at) as "nextRetryAt",
        case when min(first_store) = max(last_store) then min(first_store) end as store,
        max(last_at) as "lastAt", jsonb_object_agg(hour, count) as "byHour", count(*) over () as groups,
        (sum(sum(count)) over ())::bigint as total
      from hourly group by 1, 2, 3, 4 order by sum(count) desc, max(last_at) desc limit ${limit}
    )
    select of, kind, grouped.platform, shape, message, count, recovered, retrying, "nextRetryAt", store as "dispensaryId", dispensaries.name as "dispensaryName",
      "lastAt", "byHour", groups, total
    from grouped left join dispensaries on dispensaries.id = store
    order by count desc, "lastAt" desc
  `.execute(db);
  return rows;
}

/** Dispensaries whose last crawls all failed. */
export interface FailingStores {
  count: number;
  /** The one that failed most often; null: there is none. */
  worst: { id: number; name: string; failures: number; kind: string | null } | null;
}

/** So often in a row is no chance. */
const FAILING_MIN = 3;

/** Counts the dispensaries that failed three times or more within a day, and had no success since the third last of these. */
export async function countFailingStores(db: Db): Promise<FailingStores> {
  const { rows } = await sql<FailingStores>`
    with failed as (
      select run.dispensary_id as id, count(*) as failures, (array_agg(run.ended_at order by run.ended_at desc))[${FAILING_MIN}::int] as third_last,
        (array_agg(run.error_kind order by run.ended_at desc))[1] as kind
      from runs run
      where run.ended_at > now() - interval '1 day' and run.ended_as = 'failed' and run.dispensary_id is not null and ${IS_TASK}
      group by 1 having count(*) >= ${FAILING_MIN}
    )
    select count(*)::int as count, (array_agg(jsonb_build_object('id', failed.id, 'name', store.name, 'failures', failed.failures, 'kind', failed.kind)
      order by failed.failures desc, failed.id))[1] as worst
    from failed join dispensaries store using (id)
    where store.crawl_enabled and store.closed_at is null and not exists (
      select from runs good where good.dispensary_id = failed.id and good.ended_at > failed.third_last and good.ended_as in ('completed', 'unconfirmed'))
  `.execute(db);
  return rows[0] ?? { count: 0, worst: null };
}

/** A target whose breaker is not closed. */
export interface OpenBreaker {
  target: string;
  openUntil: Date;
  openings: number;
  /** A session finds out whether the target still refuses. */
  isTried: boolean;
}

/** The breakers that are not closed, by target. */
export async function listOpenBreakers(db: Db): Promise<OpenBreaker[]> {
  const { rows } = await sql<OpenBreaker>`
    select target, open_until as "openUntil", openings, trial_lease_id is not null as "isTried"
    from target_breakers order by target
  `.execute(db);
  return rows;
}

/** Whether anything can be fetched. */
export interface ProxyStanding {
  active: number;
  others: number;
  /** Of the others, those with a cool-down that goes on. */
  cooling: number;
  /** When the first of these is tried again; null: none cools down. */
  firstReadyAt: Date | null;
  /** What went wrong last with most of the others; null: nothing did. */
  lastError: string | null;
}

/** Counts the proxies that are in use and the others, and says why these are not. */
export async function readProxyStanding(db: Db): Promise<ProxyStanding> {
  const { rows } = await sql<ProxyStanding>`
    select count(*) filter (where is_active) as active, count(*) filter (where not is_active) as others,
      count(*) filter (where is_cooling) as cooling, min(cooldown_until) filter (where is_cooling) as "firstReadyAt",
      mode() within group (order by last_error) filter (where not is_active) as "lastError"
    from (select *, not is_active and cooldown_until > clock_timestamp() as is_cooling from proxies) as known
  `.execute(db);
  return rows[0] ?? { active: 0, others: 0, cooling: 0, firstReadyAt: null, lastError: null };
}

/** Tasks of a role that wait for another attempt after failures of one kind. */
export interface RetryingTasks {
  role: Role;
  kind: string;
  count: number;
  /** Of one of them. */
  message: string | null;
}

/** Counts the tasks that wait for another attempt, by role and by the kind of the last failure, the largest first. */
export async function countRetrying(db: Db): Promise<RetryingTasks[]> {
  const { rows } = await sql<RetryingTasks>`
    select run.role, run.error_kind as kind, count(*)::int as count, max(run.error_message) as message
    from run_heartbeats work join runs run on run.run_id = work.run_id and run.ended_as is null
    where work.worker is null and work.next_attempt_at is not null and run.error_kind is not null and run.role is not null
    group by 1, 2 order by count(*) desc
  `.execute(db);
  return rows;
}

/** Dispensaries whose menu is older than their schedule allows. */
export interface OverdueStores {
  count: number;
  /** How many are crawled in all. */
  of: number;
  /** The one that has waited for longest; null: none is overdue. */
  oldest: { id: number; name: string; fetchedAt: Date | null } | null;
}

/** Counts the dispensaries whose newest menu is older than the time between their crawls. */
export async function countOverdue(db: Db, { scheduleHours }: QualityRule): Promise<OverdueStores> {
  const { rows } = await sql<OverdueStores>`
    select count(*) filter (where is_overdue)::int as count, count(*)::int as of,
      (array_agg(jsonb_build_object('id', id, 'name', name, 'fetchedAt', fetched_at) order by coalesce(fetched_at, created_at))
        filter (where is_overdue))[1] as oldest
    from (
      select store.id, store.name, store.created_at, store.current_payload_fetched_at as fetched_at,
        ${overdueFrom(scheduleHours)} < now() as is_overdue
      from dispensaries store where store.crawl_enabled and store.closed_at is null
    ) as known
  `.execute(db);
  const [{ oldest, ...counts } = { count: 0, of: 0, oldest: null }] = rows;
  const fetchedAt = oldest?.fetchedAt ?? null;
  return { ...counts, oldest: oldest && { ...oldest, fetchedAt: fetchedAt && new Date(fetchedAt) } };
}

/** Menus that wait for a decision. */
export interface QuarantineStanding {
  waiting: number;
  oldestAt: Date | null;
  /** The rule that doubts most of them, and of how many dispensaries of which platform; null: none waits. */
  commonest: { fault: string; platform: string; dispensaries: number } | null;
}

/** Counts the menus that wait for a decision, and finds what most of them are doubted for. */
export async function readQuarantineStanding(db: Db): Promise<QuarantineStanding> {
  const { rows } = await sql<{
    waiting: number;
    oldestAt: Date;
    fault: string | null;
    platform: string;
    dispensaries: number;
  }>`
    select sum(count(*)) over ()::int as waiting, min(min(fetched_at)) over () as "oldestAt",
      suspicion ->> 'fault' as fault, platform, count(distinct dispensary_id)::int as dispensaries
    from raw_crawl_payloads where verdict = 'suspect' group by 3, 4 order by count(distinct dispensary_id) desc limit 1
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { waiting: 0, oldestAt: null, commonest: null };
  const { waiting, oldestAt, fault, platform, dispensaries } = row;
  return { waiting, oldestAt, commonest: fault === null ? null : { fault, platform, dispensaries } };
}
