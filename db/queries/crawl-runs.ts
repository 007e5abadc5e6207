import { sql } from 'kysely';
import { CrawlError } from '../../domain/errors.ts';
import type { ChainRole, Role } from '../../domain/role.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';

/** A run as one attempt of a stage holds it. The fence grows with each attempt. */
export interface HeldRun {
  crawlRunId: number;
  dispensaryId: number;
  fence: number;
}

/** The chain that an attempt works for. */
export interface RunClaim {
  dispensaryId: number;
  role: ChainRole;
  workflowId: string;
  workflowRunId: string;
  /** When the server scheduled the calling activity: orders chains by one clock. */
  scheduledAt: Date;
}

export interface StageName {
  stage: 'resolve' | 'fetch' | 'ingest' | 'images';
  role: Role;
  worker: string;
}

/** A stage that an attempt enters. */
interface Entering<Result> extends StageName {
  /** Whether what the stage returned before does not hold any more, so that it is to be done again. */
  isUndone?: (result: Result) => boolean;
  /** True: continues after a successful execution, so it is not counted as another attempt. */
  isContinued?: boolean;
}

export interface EnteredStage<Result> {
  run: HeldRun;
  /** What the stage returned when it was completed before and its answer was lost on the way; null: it is to be done. */
  done: Result | null;
}

/**
 * Takes the run of a chain for one attempt of a stage, and makes it when this is the chain's first: every attempt gets
 * a higher fence, and writes with a lower one change nothing from then on. A run of the same dispensary that is still
 * open belongs to a workflow that was terminated, since the workflow id admits one at a time: it is closed.
 * @throws CrawlError StaleAttempt when the run is closed, or a later chain holds the dispensary
 */
export async function enterStage<Result extends object>(
  db: Db,
  claim: RunClaim,
  name: Entering<Result>,
): Promise<EnteredStage<Result>> {
  return db.transaction().execute(async (tx) => {
    // Attempts of one dispensary come one after the other, also when their rows do not exist yet.
    await sql`select from dispensaries where id = ${claim.dispensaryId} for no key update`.execute(tx);
    const completed = await findCompletedStage<Result>(tx, claim.workflowRunId, name.stage);
    if (completed !== null && !name.isUndone?.(completed.done)) return completed;
    await closeAbandonedRuns(tx, claim);
    const run = await takeRun(tx, claim);
    if (completed !== null) await closeOtherStages(tx, run, name.stage);
    await sql`
      insert into stage_runs as known (crawl_run_id, stage, role, worker)
      values (${run.crawlRunId}, ${name.stage}, ${name.role}, ${name.worker})
      on conflict (crawl_run_id, stage) do update set
        attempts = known.attempts + ${name.isContinued === true ? 0 : 1}, worker = excluded.worker, outcome = null, ended_at = null
    `.execute(tx);
    return { run, done: null };
  });
}

/** What was begun with the result of a stage that is done again has ended with it. */
async function closeOtherStages(tx: Db, run: HeldRun, stage: string): Promise<void> {
  await sql`
    update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
    where crawl_run_id = ${run.crawlRunId} and stage <> ${stage} and ended_at is null
  `.execute(tx);
}

/** What a stage of a workflow's run returned when it was completed; null: it was not. */
export async function findStageResult<Result extends object>(
  db: Db,
  workflowRunId: string,
  stage: StageName['stage'],
): Promise<Result | null> {
  return (await findCompletedStage<Result>(db, workflowRunId, stage))?.done ?? null;
}

type CompletedStage<Result> = EnteredStage<Result> & { done: Result };

async function findCompletedStage<Result>(
  tx: Db,
  workflowRunId: string,
  stage: string,
): Promise<CompletedStage<Result> | null> {
  const { rows } = await sql<HeldRun & { done: Result }>`
    select run.id as "crawlRunId", run.dispensary_id as "dispensaryId", run.fence, stage.result as done
    from crawl_runs run join stage_runs stage on stage.crawl_run_id = run.id
    where run.workflow_run_id = ${workflowRunId} and stage.stage = ${stage} and stage.outcome = 'completed'
  `.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  const { done, ...run } = row;
  return { run, done };
}

async function closeAbandonedRuns(tx: Db, claim: RunClaim): Promise<void> {
  await sql`
    with closed as (
      update crawl_runs set status = 'failed', ended_at = clock_timestamp(), error_kind = 'Abandoned',
        error_message = 'The workflow ended without a word: it was terminated, or timed out.'
      where dispensary_id = ${claim.dispensaryId} and status = 'running'
        and workflow_run_id <> ${claim.workflowRunId} and started_at < ${claim.scheduledAt}
      returning id
    )
    update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
    from closed where stage_runs.crawl_run_id = closed.id and stage_runs.ended_at is null
  `.execute(tx);
}

async function takeRun(tx: Db, claim: RunClaim): Promise<HeldRun> {
  const { rows } = await sql<HeldRun>`
    insert into crawl_runs as run (dispensary_id, role, workflow_id, workflow_run_id, fence, started_at)
    select ${claim.dispensaryId}, ${claim.role}, ${claim.workflowId}, ${claim.workflowRunId}, nextval('crawl_fence'), ${claim.scheduledAt}
    where not exists (
      select from crawl_runs
      where dispensary_id = ${claim.dispensaryId} and status = 'running' and workflow_run_id <> ${claim.workflowRunId}
    )
    on conflict (workflow_run_id) do update set fence = excluded.fence where run.status = 'running'
    returning id as "crawlRunId", dispensary_id as "dispensaryId", fence
  `.execute(tx);
  return rows[0] ?? refuseStale();
}

/**
 * Makes sure, inside a transaction, that the attempt still holds its run, and keeps it so until the transaction ends.
 * @throws CrawlError StaleAttempt
 */
export async function holdRun(tx: Db, run: HeldRun): Promise<void> {
  // The dispensary first, as everywhere: an attempt and its retry could else wait for each other.
  await sql`select from dispensaries where id = ${run.dispensaryId} for no key update`.execute(tx);
  const { rows } = await sql`
    select from crawl_runs where id = ${run.crawlRunId} and fence = ${run.fence} and status = 'running' for update
  `.execute(tx);
  if (rows.length === 0) refuseStale();
}

function refuseStale(): never {
  throw new CrawlError(
    'StaleAttempt',
    'A later attempt, or another chain, has taken over this dispensary; nothing was written.',
  );
}

/** A stage that is done, with what it returns. */
export interface DoneStage {
  stage: StageName['stage'];
  result: object;
  /** Closes the run as completed too. */
  isLast?: boolean;
}

/**
 * Notes that a stage is done, with what it returns, so that a retry whose first answer was lost returns the same.
 * @throws CrawlError StaleAttempt
 */
export async function completeStage(db: Db, run: HeldRun, done: DoneStage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdRun(tx, run);
    await writeDoneStage(tx, run, done);
  });
}

/** The same, inside a transaction that holds the run: what the stage wrote and that it is done go in together. */
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
}

export interface RunClosure {
  workflowRunId: string;
  status: 'completed' | 'failed' | 'cancelled';
  errorKind: string;
  errorMessage: string;
  /** Absent in workflows started by earlier versions. */
  chain?: Pick<RunClaim, 'dispensaryId' | 'role' | 'workflowId'>;
}

/**
 * Closes the run of a workflow whose last stage did not. If the run never began, inserts a closed row, so that an attempt
 * still queued finds it closed. A closed run stays as it is.
 */
export async function closeRun(db: Db, closure: RunClosure): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const crawlRunId = await closeRow(tx, closure);
    if (crawlRunId === null) return;
    // A statement of its own: it sees stages that were entered while the row was waited for.
    await sql`
      update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
      where crawl_run_id = ${crawlRunId} and ended_at is null
    `.execute(tx);
  });
}

/** @returns the run that is closed now; null: there is none, or it was closed before */
async function closeRow(
  tx: Db,
  { workflowRunId, status, errorKind, errorMessage, chain }: RunClosure,
): Promise<number | null> {
  const closed = sql`status = ${status}, ended_at = clock_timestamp(), error_kind = ${errorKind},
    error_message = ${storable(errorMessage)}`;
  const close =
    chain === undefined
      ? sql<{ id: number }>`
          update crawl_runs set ${closed} where workflow_run_id = ${workflowRunId} and status = 'running' returning id
        `
      : sql<{ id: number }>`
          insert into crawl_runs as run (dispensary_id, role, workflow_id, workflow_run_id, fence, status, ended_at,
            error_kind, error_message)
          select id, ${chain.role}, ${chain.workflowId}, ${workflowRunId}, nextval('crawl_fence'), ${status}, clock_timestamp(),
            ${errorKind}, ${storable(errorMessage)}
          from dispensaries where id = ${chain.dispensaryId}
          on conflict (workflow_run_id) do update set ${closed} where run.status = 'running'
          returning id
        `;
  return (await close.execute(tx)).rows[0]?.id ?? null;
}

/** Whether a run has ended, however. */
export async function isClosed(db: Db, { crawlRunId }: HeldRun): Promise<boolean> {
  const run = await db
    .selectFrom('crawl_runs')
    .where('id', '=', crawlRunId)
    .select('status')
    .executeTakeFirst();
  return run?.status !== 'running';
}
