import { sql } from 'kysely';
import { CHAIN_ROLES, type Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';

/** Open tasks of a role and platform whose last attempt failed, waiting for the next attempt or running it. */
export interface RetryingTasks {
  role: Role;
  /** Null: the tasks belong to no platform. */
  platform: string | null;
  count: number;
  /** How many of them failed after the last success of the role and platform. */
  failedSince: number;
  /** When those of `failedSince` began to fail; null: there are none. */
  since: Date | null;
  /** The most frequent failure kind of those of `failedSince`, and the latest message with its worker; null: there are none. */
  kind: string | null;
  message: string | null;
  workerName: string | null;
  /** When the first and the last of the waiting tasks begin their next attempts; null: none waits. */
  nextAttemptAt: Date | null;
  lastAttemptAt: Date | null;
}

const IS_CHAIN = sql<boolean>`run.role = any(${[...CHAIN_ROLES]}::text[])`;

/** Counts the open tasks whose last attempt failed, by role and platform, largest group first. */
export async function countRetrying(db: Db): Promise<RetryingTasks[]> {
  const { rows } = await sql<RetryingTasks>`
    with failing as materialized (
      select case when ${IS_CHAIN} and run.stage = 'ingest' then 'product_refresh' else run.role end as role, run.platform,
        run.worker as last_worker, work.failed_at, work.failing_since, work.error_kind, work.error_message,
        case when work.worker is null and work.next_attempt_at > now() then work.next_attempt_at end as next_attempt_at
      from run_heartbeats work join runs run on run.run_id = work.run_id and run.ended_as is null
      where work.failed_at is not null and run.role is not null and not (${IS_CHAIN} and run.stage is not distinct from 'images')
    ), grouped as (
      select role, platform, min(failing_since) as first_at from failing group by 1, 2
    ), succeeded as (
      select grouped.role, grouped.platform, greatest(stage_at, run_at) as at from grouped
      left join lateral (
        select stage.ended_at as stage_at from stage_runs stage
        join crawl_runs chain on chain.id = stage.crawl_run_id join dispensaries store on store.id = chain.dispensary_id
        where stage.role = grouped.role and stage.ended_at > grouped.first_at and stage.outcome = 'completed'
          and store.platform is not distinct from grouped.platform
        order by stage.ended_at desc limit 1
      ) stages on true
      left join lateral (
        select run.ended_at as run_at from runs run
        where run.ended_at > grouped.first_at and run.role = grouped.role and run.ended_as in ('completed', 'unconfirmed')
          and run.platform is not distinct from grouped.platform
        order by run.ended_at desc limit 1
      ) whole on true
    ), judged as (
      select failing.*, succeeded.at is null or failing.failed_at > succeeded.at as is_since, succeeded.at as succeeded_at
      from failing join succeeded on succeeded.role = failing.role and succeeded.platform is not distinct from failing.platform
    )
    select judged.role, judged.platform, count(*)::int as count, count(*) filter (where is_since)::int as "failedSince",
      min(greatest(failing_since, succeeded_at)) filter (where is_since) as since,
      mode() within group (order by error_kind) filter (where is_since) as kind,
      (array_agg(error_message order by failed_at desc) filter (where is_since))[1] as message,
      (array_agg(coalesce(worker.friendly_name, last_worker) order by failed_at desc) filter (where is_since))[1] as "workerName",
      min(next_attempt_at) as "nextAttemptAt", max(next_attempt_at) as "lastAttemptAt"
    from judged left join workers worker on worker.worker_id = judged.last_worker
    group by 1, 2 order by count(*) desc, 1, 2
  `.execute(db);
  return rows;
}
