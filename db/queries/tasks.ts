import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { ChainRole, Role } from '../../domain/role.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';

/** Chains that are asked for; what is absent does not narrow. */
export interface ChainFilter {
  roles?: readonly Role[] | undefined;
  statuses?: readonly ClosedStatus[] | undefined;
  dispensaryId?: number | undefined;
  platform?: PlatformName | undefined;
  /** Two letters. */
  state?: string | undefined;
  /** Created then or later. */
  since?: Date | undefined;
  /** Created before. */
  until?: Date | undefined;
}

/** A place in the order of tasks: newest first, and of one moment by the run's id. */
export interface TaskPlace {
  createdAt: Date;
  runId: string;
}

/** A chain as the ledger has it. */
export interface LedgerChain {
  crawlRunId: number;
  workflowId: string;
  runId: string;
  role: ChainRole;
  dispensaryId: number;
  dispensaryName: string;
  platform: PlatformName;
  stateCode: string | null;
  status: ClosedStatus | 'running';
  createdAt: Date;
  /** When its first stage began; null: none did. */
  startedAt: Date | null;
  endedAt: Date | null;
  payloadId: number | null;
  /** Of its file; null: there is none. */
  payloadBytes: number | null;
  counts: Record<string, unknown>;
  errorKind: string | null;
  errorMessage: string | null;
  /** Who had its last stage. */
  worker: string | null;
  /** Attempts of its stages after the first of each. */
  retries: number;
}

const CHAIN = sql`
  select run.id as "crawlRunId", run.workflow_id as "workflowId", run.workflow_run_id as "runId", run.role,
    run.dispensary_id as "dispensaryId", store.name as "dispensaryName", store.platform, store.state as "stateCode",
    run.status, run.created_at as "createdAt", stages.started_at as "startedAt", run.ended_at as "endedAt",
    run.payload_id as "payloadId", payload.size_bytes as "payloadBytes", run.counts, run.error_kind as "errorKind", run.error_message as "errorMessage",
    stages.worker, coalesce(stages.retries, 0) as retries
  from crawl_runs run
  join dispensaries store on store.id = run.dispensary_id
  left join raw_crawl_payloads payload on payload.id = run.payload_id
  left join lateral (
    select min(started_at) as started_at, (array_agg(worker order by id desc))[1] as worker,
      sum(attempts - 1)::int as retries
    from stage_runs where crawl_run_id = run.id
  ) stages on true
`;

/** The newest closed chains behind a place. */
export async function listClosedChains(
  db: Db,
  filter: ChainFilter,
  { after, limit }: { after: TaskPlace | null; limit: number },
): Promise<LedgerChain[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(run.created_at, run.workflow_run_id) < (${after.createdAt}, ${after.runId})`;
  const { rows } = await sql<LedgerChain>`
    ${CHAIN} where ${matches(filter)} and ${behind}
    order by run.created_at desc, run.workflow_run_id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** How many closed chains there are of each role and status. */
export async function countClosedChains(
  db: Db,
  filter: ChainFilter,
): Promise<{ role: ChainRole; status: ClosedStatus; count: number }[]> {
  // Without a question about the store there is no need to look at it.
  const { platform, state } = filter;
  const stores = platform ?? state;
  const { rows } = await sql<{ role: ChainRole; status: ClosedStatus; count: number }>`
    select run.role, run.status, count(*) as count from crawl_runs run
    ${stores === undefined ? sql`` : sql`join dispensaries store on store.id = run.dispensary_id`}
    where ${matches(filter)} group by run.role, run.status
  `.execute(db);
  return rows;
}

function matches(filter: ChainFilter): RawBuilder<unknown> {
  const { roles, statuses, dispensaryId, platform, state, since, until } = filter;
  const conditions = [
    statuses === undefined ? sql`run.status <> 'running'` : sql`run.status = any(${[...statuses]})`,
    ...(roles === undefined ? [] : [sql`run.role = any(${[...roles]})`]),
    ...(dispensaryId === undefined ? [] : [sql`run.dispensary_id = ${dispensaryId}`]),
    ...(platform === undefined ? [] : [sql`store.platform = ${platform}`]),
    ...(state === undefined ? [] : [sql`store.state = ${state}`]),
    ...(since === undefined ? [] : [sql`run.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`run.created_at < ${until}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The chain of a workflow's run, closed or not; null: the ledger does not know it. */
export async function findChain(db: Db, runId: string): Promise<LedgerChain | null> {
  const { rows } = await sql<LedgerChain>`${CHAIN} where run.workflow_run_id = ${runId}`.execute(db);
  return rows[0] ?? null;
}

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

/** The stages of a chain, in the order in which they began. */
export async function listStages(db: Db, crawlRunId: number): Promise<LedgerStage[]> {
  const { rows } = await sql<LedgerStage>`
    select stage, role, worker as worker_id, attempts, outcome, result, started_at, ended_at
    from stage_runs where crawl_run_id = ${crawlRunId} order by started_at, id
  `.execute(db);
  return rows;
}

/** Of these runs, those that the ledger has as closed chains. */
export async function findClosedRuns(db: Db, runIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ runId: string }>`
    select workflow_run_id as "runId" from crawl_runs
    where workflow_run_id = any(${runIds}) and status <> 'running'
  `.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}

/** The runs of the chains that have closed since a moment. */
export async function listRunsClosedSince(db: Db, since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ runId: string }>`
    select workflow_run_id as "runId" from crawl_runs where ended_at >= ${since}
  `.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}

/** A dispensary as its tasks show it. */
export interface StoreNames {
  id: number;
  name: string;
  platform: PlatformName;
  stateCode: string | null;
  crawlEnabled: boolean;
}

const STORE = sql`store.id, store.name, store.platform, store.state as "stateCode", store.crawl_enabled as "crawlEnabled"`;

/** Those of these ids that exist. */
export async function nameStores(db: Db, ids: number[]): Promise<Map<number, StoreNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoreNames>`
    select ${STORE} from dispensaries store where id = any(${ids})
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A chain whose stage of a role was completed, and when. */
export interface CompletedStage {
  chain: LedgerChain;
  stage: LedgerStage['stage'];
  role: Role;
  startedAt: Date;
  completedAt: Date;
  worker: string;
  attempts: number;
  result: Record<string, unknown> | null;
}

/** The stages of a role that were completed last, newest first. */
export async function listCompletedStages(db: Db, role: Role, limit: number): Promise<CompletedStage[]> {
  const { rows } = await sql<Omit<CompletedStage, 'chain'> & { runId: string }>`
    select run.workflow_run_id as "runId", stage.stage, stage.role, stage.started_at as "startedAt",
      stage.ended_at as "completedAt", stage.worker, stage.attempts, stage.result
    from stage_runs stage join crawl_runs run on run.id = stage.crawl_run_id
    where stage.role = ${role} and stage.outcome = 'completed' and stage.stage <> 'images'
    order by stage.ended_at desc limit ${limit}
  `.execute(db);
  const chains = await sql<LedgerChain>`
    ${CHAIN} where run.workflow_run_id = any(${rows.map(({ runId }) => runId)})
  `.execute(db);
  const byRun = new Map(chains.rows.map((chain) => [chain.runId, chain]));
  return rows.flatMap(({ runId, ...stage }) => {
    const chain = byRun.get(runId);
    return chain === undefined ? [] : [{ ...stage, chain }];
  });
}

/** Whose a stored payload is; null: there is no such payload. */
export async function findPayloadStore(db: Db, payloadId: number): Promise<StoreNames | null> {
  const { rows } = await sql<StoreNames>`
    select ${STORE} from raw_crawl_payloads payload join dispensaries store on store.id = payload.dispensary_id
    where payload.id = ${payloadId}
  `.execute(db);
  return rows[0] ?? null;
}

/** How many dispensaries of a scope may be crawled. @param scope `all`, or a state */
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
