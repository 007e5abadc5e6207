import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { IS_SWITCHED_OFF } from './judged-dispensaries.ts';
import { IS_TASK, IS_WAITING, IS_WORK, startsWith, WORK_KIND, type WorkKind } from './run-conditions.ts';

// Failures, as the overview shows them. Every query uses an index of ended or open runs.

/** SQL: whether a later run of the workflow succeeded. */
const HAS_RECOVERED = sql<boolean>`exists (
  select from runs later where later.workflow_id = run.workflow_id and later.id > run.id and later.ended_as in ('completed', 'unconfirmed'))`;

/** SQL: whether a later run of the workflow is open. */
const IS_TRIED_AGAIN = sql<boolean>`exists (
  select from runs later where later.workflow_id = run.workflow_id and later.id > run.id and later.ended_as is null)`;

/** How tasks and jobs ended within the last hour. */
export interface LastHour {
  completed: number;
  /** How many failed and have not succeeded since. Excludes tasks of dispensaries whose crawls are switched off. */
  failed: number;
  /** How many of `failed` are jobs. */
  failedJobs: number;
  /** The most frequent failure kind of those in `failed`; null: none has a kind. */
  kind: string | null;
  /** The distinct kinds; null stands for a failure without a kind. */
  kinds: (string | null)[];
  /** The dispensary with the most failures; null: none belongs to a dispensary. */
  worst: { name: string; failed: number } | null;
}

/** Counts how tasks and jobs ended within the last hour. */
export async function countLastHour(db: Db): Promise<LastHour> {
  const { rows } = await sql<LastHour>`
    with ended as (
      select ${WORK_KIND} as of, run.ended_as in ('completed', 'unconfirmed') as is_done, run.error_kind,
        run.dispensary_id, run.ended_as = 'failed' and not ${HAS_RECOVERED} and not ${IS_SWITCHED_OFF} as has_failed
      from runs run left join dispensaries store on store.id = run.dispensary_id where run.ended_at > now() - interval '1 hour' and ${IS_WORK}
    ), worst as (
      select dispensary_id as id, count(*) as failed from ended where has_failed and dispensary_id is not null
      group by 1 order by 2 desc, 1 limit 1
    )
    select count(*) filter (where is_done) as completed, count(*) filter (where has_failed) as failed,
      count(*) filter (where has_failed and of = 'jobs') as "failedJobs",
      mode() within group (order by error_kind) filter (where has_failed) as kind,
      coalesce(jsonb_agg(distinct error_kind) filter (where has_failed), '[]') as kinds,
      (select jsonb_build_object('name', store.name, 'failed', worst.failed) from worst join dispensaries store using (id)) as worst
    from ended
  `.execute(db);
  return rows[0] ?? { completed: 0, failed: 0, failedJobs: 0, kind: null, kinds: [], worst: null };
}

/** Tasks or jobs with the same failure. */
export interface FailureGroup {
  of: WorkKind;
  kind: string | null;
  platform: string | null;
  /** The message with `#` for parts that differ between runs: numbers, ids, and quoted text. */
  shape: string;
  /** The message of the newest failure. */
  message: string;
  /** The common dispensary; null: they belong to several, or to none. */
  dispensaryId: number | null;
  dispensaryName: string | null;
  count: number;
  /** How many of them have recovered: a later run of the workflow succeeded. Always 0 for jobs, of which only the newest run counts. */
  recovered: number;
  /** How many of them belong to dispensaries whose crawls are switched off; those that recovered or run again do not count. */
  stopped: number;
  /** How many of them have a waiting or open retry; recovered and stopped ones do not count. */
  retrying: number;
  /** When the next of these retries is due; null: none waits. */
  nextRetryAt: Date | null;
  lastAt: Date;
  /** Failures per hour; hour 0 begins at `since`. */
  byHour: Record<string, number>;
  /** The total number of groups, and of their tasks and jobs. */
  groups: number;
  total: number;
}

/** How many characters of a message are compared: longer messages with the same beginning count as the same. */
const MESSAGE_CHARACTERS = 300;

const DIFFERING = '"[^"]*"|[0-9a-f]{8,}|[0-9]+([.,:][0-9]+)*';

/**
 * Groups the tasks and jobs that failed since a moment, largest group first. As in lists, a job counts once, by its newest run.
 */
export async function groupFailures(
  db: Db,
  { since, limit, retryPrefix }: { since: Date; limit: number; retryPrefix: string },
): Promise<FailureGroup[]> {
  const { rows } = await sql<FailureGroup>`
    with waiting as materialized (
      select run.workflow_id, run.scheduled_for from runs run where ${IS_WAITING} and ${startsWith(retryPrefix)}
    ), failed as materialized (
      select ${WORK_KIND} as of, run.error_kind as kind, run.platform, left(coalesce(run.error_message, ''), ${MESSAGE_CHARACTERS}) as message,
        run.dispensary_id, run.ended_at, ${HAS_RECOVERED} as has_recovered, floor(extract(epoch from run.ended_at - ${since}::timestamptz) / 3600)::int as hour,
        case when waiting.scheduled_for > now() then waiting.scheduled_for end as retry_at,
        ${IS_TRIED_AGAIN} as runs_again, waiting.workflow_id is not null as has_retry, ${IS_SWITCHED_OFF} as is_off
      from runs run left join waiting on waiting.workflow_id = ${retryPrefix}::text || run.dispensary_id
        left join dispensaries store on store.id = run.dispensary_id
      where run.ended_at >= ${since} and run.ended_as = 'failed' and ${IS_WORK}
    ), hourly as (
      select of, kind, platform, regexp_replace(message, ${DIFFERING}, '#', 'g') as shape, hour, count(*) as count,
        count(*) filter (where has_recovered) as recovered,
        count(*) filter (where is_off and not runs_again and not has_recovered) as stopped,
        count(*) filter (where (runs_again or has_retry and not is_off) and not has_recovered) as retrying,
        min(retry_at) filter (where not is_off and not has_recovered) as retry_at, min(dispensary_id) as first_store, max(dispensary_id) as last_store, max(ended_at) as last_at, (array_agg(message order by ended_at desc))[1] as message
      from failed group by 1, 2, 3, 4, 5
    )
    , grouped as (
      select of, kind, platform, shape, (array_agg(message order by last_at desc))[1] as message, sum(count)::bigint as count, sum(recovered)::bigint as recovered,
        sum(stopped)::bigint as stopped, sum(retrying)::bigint as retrying, min(retry_at) as "nextRetryAt",
        case when min(first_store) = max(last_store) then min(first_store) end as store,
        max(last_at) as "lastAt", jsonb_object_agg(hour, count) as "byHour", count(*) over () as groups,
        (sum(sum(count)) over ())::bigint as total
      from hourly group by 1, 2, 3, 4 order by sum(count) desc, max(last_at) desc limit ${limit}
    )
    select of, kind, grouped.platform, shape, message, count, recovered, stopped, retrying, "nextRetryAt", store as "dispensaryId", dispensaries.name as "dispensaryName",
      "lastAt", "byHour", groups, total
    from grouped left join dispensaries on dispensaries.id = store
    order by count desc, "lastAt" desc
  `.execute(db);
  return rows;
}

/** Dispensaries whose recent crawls all failed. */
export interface FailingStores {
  count: number;
  /** The one with the most failures; null: there is none. */
  worst: { id: number; name: string; failures: number; kind: string | null } | null;
}

/** This many failures in a row are not a coincidence. */
const FAILING_MIN = 3;

/** Counts the dispensaries that failed at least three times within a day, without a success since the third-last failure. */
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
      select from runs run where run.dispensary_id = failed.id and run.ended_at > failed.third_last and run.ended_as in ('completed', 'unconfirmed')
        -- A run that only starts a crawl, such as a retry, is not a successful crawl.
        and ${IS_TASK})
  `.execute(db);
  return rows[0] ?? { count: 0, worst: null };
}
