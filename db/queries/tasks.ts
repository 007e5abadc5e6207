import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';
import { columns, WITH_STORE, type Run } from './runs.ts';
import { WITH_WORK } from './run-conditions.ts';

/** A stage of a chain, as the API shows it. */
export interface LedgerStage {
  stage: 'resolve' | 'fetch' | 'ingest' | 'images';
  role: Role;
  worker_id: string;
  attempts: number;
  outcome: 'completed' | 'failed' | null;
  result: Record<string, unknown> | null;
  started_at: Date;
  ended_at: Date | null;
}

/** Lists the stages of a run's chain, in the order in which they began; empty for other runs. */
export async function listStages(db: Db, runId: string): Promise<LedgerStage[]> {
  const { rows } = await sql<LedgerStage>`
    select stage.stage, stage.role, stage.worker as worker_id, stage.attempts, stage.outcome, stage.result, stage.started_at,
      stage.ended_at
    from stage_runs stage join crawl_runs chain on chain.id = stage.crawl_run_id
    where chain.workflow_run_id = ${runId} order by stage.started_at, stage.id
  `.execute(db);
  return rows;
}

/** A menu that a chain stored, with the proxy and profile that fetched it. */
export interface StoredMenu {
  id: number;
  verdict: 'accepted' | 'suspect' | 'confirmed' | 'rejected';
  file_state: 'stored' | 'missing' | 'corrupt' | 'expired';
  product_count: number;
  pages: number;
  size_bytes: number;
  size_bytes_raw: number;
  browser_profile: string;
  /** `host:port`; null: fetched without a proxy. */
  proxy: string | null;
  exit_address: string | null;
  fetch_duration_ms: number;
  fetched_at: Date;
}

/** Lists the menus that a run's chain stored, newest first; empty for other runs. */
export async function listMenus(db: Db, runId: string): Promise<StoredMenu[]> {
  const { rows } = await sql<StoredMenu>`
    select payload.id, payload.verdict, payload.file_state, payload.product_count, payload.pages, payload.size_bytes,
      payload.size_bytes_raw, payload.browser_profile, proxy.host || ':' || proxy.port as proxy, payload.exit_address,
      payload.fetch_duration_ms, payload.fetched_at
    from crawl_runs chain
      -- The index on (dispensary_id, fetched_at) serves this; crawl_run_id has none.
      join raw_crawl_payloads payload on payload.crawl_run_id = chain.id and payload.dispensary_id = chain.dispensary_id
        and payload.fetched_at between chain.started_at - interval '1 minute'
          and coalesce(chain.ended_at + interval '1 minute', 'infinity')
      left join proxies proxy on proxy.id = payload.proxy_id
    where chain.workflow_run_id = ${runId} order by payload.id desc
  `.execute(db);
  return rows;
}

/** A dispensary, as its tasks show it. */
export interface StoreNames {
  id: number;
  name: string;
  platform: PlatformName;
  stateCode: string | null;
  crawlEnabled: boolean;
}

const STORE = sql`store.id, store.name, store.platform, store.state as "stateCode", store.crawl_enabled as "crawlEnabled"`;

/** Finds the dispensaries with these ids, by id. Leaves out unknown ids. */
export async function nameStores(db: Db, ids: number[]): Promise<Map<number, StoreNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoreNames>`
    select ${STORE} from dispensaries store where id = any(${ids})
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A completed stage of a chain. */
export interface CompletedStage {
  run: Run;
  stage: LedgerStage['stage'];
  role: Role;
  startedAt: Date;
  completedAt: Date;
  worker: string;
  /** Null: the registry no longer has the worker. */
  workerName: string | null;
  attempts: number;
  result: Record<string, unknown> | null;
}

/** Lists the last completed stages of a role, newest first. */
export async function listCompletedStages(db: Db, role: Role, limit: number): Promise<CompletedStage[]> {
  const { rows } = await sql<
    Run & { done: Omit<CompletedStage, 'run' | 'startedAt' | 'completedAt'>; begunAt: Date; doneAt: Date }
  >`
    select ${columns()}, done.began as "begunAt", done.ended as "doneAt", done.told as done
    from (
      select chain.workflow_id, chain.workflow_run_id, stage.started_at as began, stage.ended_at as ended,
        jsonb_build_object('stage', stage.stage, 'role', stage.role, 'worker', stage.worker, 'attempts', stage.attempts,
          'workerName', (select friendly_name from workers where worker_id = stage.worker), 'result', stage.result) as told
      from stage_runs stage join crawl_runs chain on chain.id = stage.crawl_run_id
      where stage.role = ${role} and stage.outcome = 'completed' and stage.stage <> 'images'
      order by stage.ended_at desc limit ${limit}
    ) done
    join runs run on run.workflow_id = done.workflow_id and run.run_id = done.workflow_run_id
    ${WITH_STORE} ${WITH_WORK}
    order by done.ended desc
  `.execute(db);
  return rows.map(({ done, begunAt, doneAt, ...run }) => ({
    ...done,
    run,
    startedAt: begunAt,
    completedAt: doneAt,
  }));
}

/** Finds the dispensary of a stored payload; null: there is no such payload. */
export async function findPayloadStore(db: Db, payloadId: number): Promise<StoreNames | null> {
  const { rows } = await sql<StoreNames>`
    select ${STORE} from raw_crawl_payloads payload join dispensaries store on store.id = payload.dispensary_id
    where payload.id = ${payloadId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Counts the open dispensaries in a scope whose crawls are enabled. @param scope `all`, or a state */
export async function countEnabled(
  db: Db,
  { scope, platform }: { scope: string; platform?: PlatformName | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from dispensaries
    where crawl_enabled and closed_at is null and ${scope} in ('all', state)
      and platform = coalesce(${platform ?? null}, platform)
  `.execute(db);
  return rows[0]?.count ?? 0;
}
