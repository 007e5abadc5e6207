import { sql } from 'kysely';
import type { ChainRole, Role } from '../../domain/role.ts';
import type { Db } from '../connect.ts';
import { closeAsAbandoned } from './close-runs.ts';
import {
  holdStore,
  joinQueue,
  refuseStale,
  refuseTaken,
  releaseStore,
  StoreTaken,
  takeStore,
  type HeldStore,
  type StoreClaim,
} from './store-locks.ts';

/** A run held by one attempt of a stage, together with its store. */
export interface HeldRun extends HeldStore {
  crawlRunId: number;
}

/** The claim of one attempt to its chain's store and run. */
export interface RunClaim extends StoreClaim {
  role: ChainRole;
  activityId: string;
  /** The activity's attempt, from 1. */
  attempt: number;
}

export interface StageName {
  stage: 'resolve' | 'fetch' | 'ingest' | 'images';
  role: Role;
  worker: string;
}

/** The stage that an attempt enters. */
interface Entering<Result> extends StageName {
  /** Whether an earlier result of the stage is no longer valid, so that the stage must run again. */
  isUndone?: (result: Result) => boolean;
  /** True: continues the stage after an execution that succeeded, so that it does not count as another attempt. */
  isContinued?: boolean;
}

export interface EnteredStage<Result> {
  run: HeldRun;
  /** The stage's result if it was completed before and the answer was lost; null: the stage must run. */
  done: Result | null;
}

/**
 * Claims the store and the run of a chain for one attempt of a stage, and creates the run for the chain's first stage. From then
 * on, writes of other attempts change nothing. Closes other open runs of the same dispensary: they do not hold the store, so their
 * workflows were terminated.
 * @throws StoreTaken when another task of the store is at work
 * @throws CrawlError StaleAttempt when the run is closed, or a later attempt or a later chain has the store
 */
export async function enterStage<Result extends object>(
  db: Db,
  claim: RunClaim,
  name: Entering<Result>,
): Promise<EnteredStage<Result>> {
  const known = await findCompleted(db, claim, name);
  if (known !== null) return known;
  await refuseTaken(db, claim);
  const entered = await db.transaction().execute(async (tx) => {
    // Serializes attempts of one dispensary, even before their rows exist.
    await sql`select from dispensaries where id = ${claim.dispensaryId} for no key update`.execute(tx);
    const completed = await findCompletedStage<Result>(tx, claim.workflowRunId, name.stage);
    if (completed !== null && !name.isUndone?.(completed.done)) return completed;
    const holder = await takeStore(tx, claim);
    if (holder !== null) return holder;
    await closeAbandonedRuns(tx, claim);
    const run = await takeRun(tx, claim, name);
    if (completed !== null) await closeOtherStages(tx, run, name.stage);
    await sql`
      insert into stage_runs as known (crawl_run_id, stage, role, worker)
      values (${run.crawlRunId}, ${name.stage}, ${name.role}, ${name.worker})
      on conflict (crawl_run_id, stage) do update set
        attempts = known.attempts + ${name.isContinued === true ? 0 : 1}, worker = excluded.worker, outcome = null, ended_at = null
    `.execute(tx);
    return { run, done: null };
  });
  if ('run' in entered) return entered;
  await joinQueue(db, claim, 'store');
  throw new StoreTaken(claim.dispensaryId, entered);
}

/** Closes the stages that began with the old result of a stage that is now repeated. */
async function closeOtherStages(tx: Db, run: HeldRun, stage: string): Promise<void> {
  await sql`
    update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
    where crawl_run_id = ${run.crawlRunId} and stage <> ${stage} and ended_at is null
  `.execute(tx);
}

/** Finds the result of a completed stage of a workflow's run; null if the stage is not completed. */
export async function findStageResult<Result extends object>(
  db: Db,
  workflowRunId: string,
  stage: StageName['stage'],
): Promise<Result | null> {
  return (await findCompletedStage<Result>(db, workflowRunId, stage))?.done ?? null;
}

/**
 * Finds the stage's completed result before the store is claimed: another task may hold the store by now, which does not matter to
 * a completed stage.
 */
async function findCompleted<Result extends object>(
  db: Db,
  { workflowRunId }: RunClaim,
  { stage, isUndone }: Entering<Result>,
): Promise<CompletedStage<Result> | null> {
  const completed = await findCompletedStage<Result>(db, workflowRunId, stage);
  return completed === null || isUndone?.(completed.done) === true ? null : completed;
}

type CompletedStage<Result> = EnteredStage<Result> & { done: Result };

async function findCompletedStage<Result>(
  tx: Db,
  workflowRunId: string,
  stage: string,
): Promise<CompletedStage<Result> | null> {
  const { rows } = await sql<HeldRun & { done: Result }>`
    select run.id as "crawlRunId", run.dispensary_id as "dispensaryId", run.workflow_run_id as "workflowRunId", run.fence,
      stage.result as done
    from crawl_runs run join stage_runs stage on stage.crawl_run_id = run.id
    where run.workflow_run_id = ${workflowRunId} and stage.stage = ${stage} and stage.outcome = 'completed'
  `.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  const { done, ...run } = row;
  return { run, done };
}

/** Closes runs of the store that do not hold it: their workflows were terminated. */
async function closeAbandonedRuns(tx: Db, { dispensaryId, workflowRunId }: RunClaim): Promise<void> {
  await closeAsAbandoned(tx, sql`dispensary_id = ${dispensaryId} and workflow_run_id <> ${workflowRunId}`);
}

/**
 * Claims the chain's run for the attempt, or creates the run. Records in the same transaction which worker entered which stage,
 * because workers' notes may arrive after the chain has ended.
 */
async function takeRun(tx: Db, claim: RunClaim, { worker, stage }: StageName): Promise<HeldRun> {
  const { dispensaryId, role, workflowId, workflowRunId, fence, scheduledAt, activityId, attempt } = claim;
  const { rows } = await sql<HeldRun>`
    insert into crawl_runs as run (dispensary_id, role, workflow_id, workflow_run_id, fence, started_at, entered_by, entered_stage,
      entered_fence, entered_activity, entered_attempt, retry_count)
    values (${dispensaryId}, ${role}, ${workflowId}, ${workflowRunId}, ${fence}, ${scheduledAt}, ${worker}, ${stage},
      ${fence}, ${activityId}, ${attempt}, ${attempt - 1})
    on conflict (workflow_run_id) do update set fence = excluded.fence, entered_by = excluded.entered_by,
      entered_stage = excluded.entered_stage, entered_fence = excluded.entered_fence, entered_activity = excluded.entered_activity,
      entered_attempt = excluded.entered_attempt,
      -- After an operator resets an activity, it starts again with attempt 1.
      retry_count = run.retry_count + greatest(0, excluded.entered_attempt
        - case when run.entered_activity = excluded.entered_activity then run.entered_attempt else 1 end)
    where run.status = 'running'
    returning id as "crawlRunId", dispensary_id as "dispensaryId", workflow_run_id as "workflowRunId", fence
  `.execute(tx);
  return rows[0] ?? refuseStale(await describeEnd(tx, workflowRunId), { isFinal: true });
}

/**
 * Checks, inside a transaction, that the attempt still holds its run, and locks the run until the transaction ends.
 * @throws CrawlError StaleAttempt
 */
export async function holdRun(tx: Db, run: HeldRun): Promise<void> {
  await holdStore(tx, run);
  const { rows } = await sql`
    select from crawl_runs where id = ${run.crawlRunId} and status = 'running' for update
  `.execute(tx);
  if (rows.length === 0) refuseStale(await describeEnd(tx, run.workflowRunId), { isFinal: true });
}

/** Says how a run ended. */
async function describeEnd(tx: Db, workflowRunId: string): Promise<string> {
  const run = await tx
    .selectFrom('crawl_runs')
    .where('workflow_run_id', '=', workflowRunId)
    .select(['status', 'error_kind'])
    .executeTakeFirst();
  if (run === undefined) return 'its run was deleted';
  return `its run has ended as ${run.status}${run.error_kind === null ? '' : ` (${run.error_kind})`}`;
}

/** A completed stage with its result. */
export interface DoneStage {
  stage: StageName['stage'];
  result: object;
  /** Also closes the run as completed. */
  isLast?: boolean;
}

/**
 * Records a completed stage with its result, so that a retry after a lost answer returns the same.
 * @throws CrawlError StaleAttempt
 */
export async function completeStage(db: Db, run: HeldRun, done: DoneStage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    await writeDoneStage(tx, run, done);
  });
}

/** Does what `completeStage` does in a transaction that holds the run, so that the stage's writes and its completion commit together. */
export async function writeDoneStage(
  tx: Db,
  run: HeldRun,
  { stage, result, isLast }: DoneStage,
): Promise<void> {
  await sql`
    update stage_runs set outcome = 'completed', result = ${JSON.stringify(result)}, ended_at = clock_timestamp()
    where crawl_run_id = ${run.crawlRunId} and stage = ${stage}
  `.execute(tx);
  if (!isLast) return;
  await sql`
    update crawl_runs set status = 'completed', ended_at = clock_timestamp() where id = ${run.crawlRunId}
  `.execute(tx);
  await releaseStore(tx, run);
}

/** Whether a run has ended. */
export async function isClosed(db: Db, { crawlRunId }: HeldRun): Promise<boolean> {
  const run = await db
    .selectFrom('crawl_runs')
    .where('id', '=', crawlRunId)
    .select('status')
    .executeTakeFirst();
  return run?.status !== 'running';
}
