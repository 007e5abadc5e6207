import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { EVENTS_KEPT_DAYS } from './proxy-outcomes.ts';
import type { Run } from './runs.ts';

/** The costs of a run's last attempt so far. */
export interface RunCosts {
  /** The pages of the menus that the run stored. */
  pages: number;
  menu_bytes: number;
  /** Total time from the start to the end of its stages, including pauses between attempts. Zero for runs without stages. */
  stage_seconds: number;
  /** The traffic through proxies that still exist; null: the sessions of so old a run are no longer kept. */
  proxies: ProxyCosts | null;
}

interface ProxyCosts {
  sessions: number;
  failed_sessions: number;
  /** Size of the response bodies on the wire. */
  bytes: number;
}

const DAY_MS = 86_400_000;

/** Reads the costs of a run: stage time, menus, and traffic through proxies. */
export async function readRunCosts(db: Db, run: Pick<Run, 'runId' | 'startedAt'>): Promise<RunCosts> {
  const { rows } = await sql<Omit<RunCosts, 'proxies'>>`
    select coalesce(sum(menu.pages), 0)::int as pages, coalesce(sum(menu.bytes), 0)::bigint as menu_bytes,
      coalesce(sum(stage.seconds), 0)::float8 as stage_seconds
    from crawl_runs chain
      left join lateral (
        select sum(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at)) as seconds
        from stage_runs where crawl_run_id = chain.id
      ) stage on true
      left join lateral (
        -- The index on (dispensary_id, fetched_at) serves this; crawl_run_id has none.
        select sum(pages) as pages, sum(size_bytes_raw) as bytes from raw_crawl_payloads
        where crawl_run_id = chain.id and dispensary_id = chain.dispensary_id
          and fetched_at between chain.started_at - interval '1 minute' and coalesce(chain.ended_at + interval '1 minute', 'infinity')
      ) menu on true
    where chain.workflow_run_id = ${run.runId}
  `.execute(db);
  const reported = rows[0] ?? { pages: 0, menu_bytes: 0, stage_seconds: 0 };
  return { ...reported, proxies: await readProxyCosts(db, run) };
}

async function readProxyCosts(
  db: Db,
  { runId, startedAt }: Pick<Run, 'runId' | 'startedAt'>,
): Promise<ProxyCosts | null> {
  if (startedAt === null) return { sessions: 0, failed_sessions: 0, bytes: 0 };
  if (startedAt.getTime() < Date.now() - EVENTS_KEPT_DAYS * DAY_MS) return null;
  // Keys begin with the run id and sort by bytes: `0` is the byte after `/`.
  const { rows } = await sql<ProxyCosts>`
    select count(*)::int as sessions, count(*) filter (where outcome <> 'success')::int as failed_sessions,
      coalesce(sum(bytes), 0)::bigint as bytes
    from proxy_events where attempt_key >= ${`${runId}/`} and attempt_key < ${`${runId}0`}
  `.execute(db);
  return rows[0] ?? null;
}
