import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import { ROLES, type ChainRole, type Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';

/** The ended stages of a role. Averages cover one day, and are null if nothing ended. */
export interface EndedWork {
  role: Role;
  completedLastHour: number;
  /** Without cancelled ones. */
  failedLastHour: number;
  /** From a stage's start to its end, including waits between attempts. */
  durationSeconds: number | null;
  /** How long a stage held a slot: the duration of one attempt times the attempts. */
  slotSeconds: number | null;
  /** The fraction of the stages that ran in a browser, and how long these held the browser. */
  browserShare: number;
  browserSeconds: number | null;
}

/**
 * Reads recent work by role. The duration of failed attempts is not recorded, so each counts as long as a successful one. Image
 * downloads count for no role.
 */
export async function readEndedWork(db: Db): Promise<EndedWork[]> {
  const { rows } = await sql<EndedWork>`
    with ended as (
      select stage.role, stage.attempts, extract(epoch from stage.ended_at - stage.started_at)::float8 as seconds,
        stage.ended_at > now() - interval '1 hour' as is_recent,
        stage.outcome = 'completed' as is_done,
        stage.outcome = 'failed' and run.status <> 'cancelled' as has_failed,
        stage.stage = 'fetch' and (store.fetch_mode = 'browser'
          or (store.fetch_mode = 'auto' and coalesce(store.browser_until > stage.started_at, false))) as in_browser
      from stage_runs stage
      join crawl_runs run on run.id = stage.crawl_run_id
      join dispensaries store on store.id = run.dispensary_id
      where stage.role = any(${[...ROLES]}) and stage.stage <> 'images'
        and stage.ended_at > now() - interval '1 day'
    )
    select role,
      count(*) filter (where is_done and is_recent) as "completedLastHour",
      count(*) filter (where has_failed and is_recent) as "failedLastHour",
      avg(seconds) filter (where is_done) as "durationSeconds",
      coalesce(avg(seconds) filter (where is_done and attempts = 1), avg(seconds / attempts))
        * avg(attempts)::float8 as "slotSeconds",
      avg(in_browser::int)::float8 as "browserShare",
      coalesce(avg(seconds) filter (where is_done and attempts = 1 and in_browser),
        avg(seconds / attempts) filter (where in_browser))
        * avg(attempts) filter (where in_browser)::float8 as "browserSeconds"
    from ended group by role
  `.execute(db);
  return rows;
}

/** Reads the average number of pages per menu within a day, by platform; each page is one request. */
export async function readPagesPerMenu(db: Db): Promise<Map<PlatformName, number>> {
  const { rows } = await sql<{ platform: PlatformName; pages: number }>`
    select payload.platform, avg(payload.pages)::float8 as pages
    from stage_runs stage
    join crawl_runs run on run.id = stage.crawl_run_id
    join raw_crawl_payloads payload on payload.id = run.payload_id
    where stage.role = any(${['payload_fetch', 'product_discovery'] satisfies ChainRole[]}) and stage.stage = 'fetch'
      and stage.ended_at > now() - interval '1 day'
    group by payload.platform
  `.execute(db);
  return new Map(rows.map(({ platform, pages }) => [platform, pages]));
}
