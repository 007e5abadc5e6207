import { sql, type RawBuilder } from 'kysely';
import type { RunStatus } from '../../domain/crawl-run.ts';
import type { ChainRole } from '../../domain/role.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import { freeStore, type StoreClaim } from './store-locks.ts';

/** How a run ended without completing. */
interface RunEnd {
  status: Exclude<RunStatus, 'running'>;
  errorKind: string;
  errorMessage: string;
}

/** Returns the SQL assignments for a run that ends with an error. */
export function asEnded({ status, errorKind, errorMessage }: RunEnd): RawBuilder<unknown> {
  return sql`status = ${status}, ended_at = clock_timestamp(), error_kind = ${errorKind}, error_message = ${storable(errorMessage)}`;
}

export interface RunClosure extends RunEnd {
  workflowRunId: string;
  /** Absent in workflows started by earlier versions. */
  chain?: Pick<StoreClaim, 'dispensaryId' | 'workflowId'> & { role: ChainRole };
}

/**
 * Closes a workflow's run that its last stage did not close, and releases its store. If the run never began and `chain` is given,
 * inserts a closed row, so that an attempt that is still queued finds the run closed. A closed run stays as it is.
 * @returns the stores that were released
 */
export async function closeRun(db: Db, closure: RunClosure): Promise<number[]> {
  await db.transaction().execute(async (tx) => {
    const crawlRunId = await closeRow(tx, closure);
    if (crawlRunId === null) return;
    // A separate statement, which sees stages that were entered while the first one waited for the row lock.
    await sql`
      update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
      where crawl_run_id = ${crawlRunId} and ended_at is null
    `.execute(tx);
  });
  // Releases the store only after the run is closed, so that an attempt that takes the store now is refused. The release has its
  // own transaction, since all other transactions lock the store first.
  return freeStore(db, closure.workflowRunId);
}

/** Closes a run's row. @returns the run's id; null: there is no run, or it was already closed */
async function closeRow(tx: Db, { workflowRunId, chain, ...end }: RunClosure): Promise<number | null> {
  const closed = asEnded(end);
  const close =
    chain === undefined
      ? sql<{ id: number }>`
          update crawl_runs set ${closed} where workflow_run_id = ${workflowRunId} and status = 'running' returning id
        `
      : sql<{ id: number }>`
          insert into crawl_runs as run (dispensary_id, role, workflow_id, workflow_run_id, fence, status, ended_at,
            error_kind, error_message)
          select id, ${chain.role}, ${chain.workflowId}, ${workflowRunId}, 0, ${end.status}, clock_timestamp(),
            ${end.errorKind}, ${storable(end.errorMessage)}
          from dispensaries where id = ${chain.dispensaryId}
          on conflict (workflow_run_id) do update set ${closed} where run.status = 'running'
          returning id
        `;
  return (await close.execute(tx)).rows[0]?.id ?? null;
}

/** Releases the store of a terminated task, unless another task holds it by now, and closes its run. */
export async function abandonStore(db: Db, workflowRunId: string): Promise<void> {
  await freeStore(db, workflowRunId);
  await closeAsAbandoned(db, sql`workflow_run_id = ${workflowRunId}`);
}

/** Closes open runs whose workflows have ended: they were terminated or timed out. Closed runs stay as they are. */
export async function closeRunsOf(db: Db, workflowRunIds: string[]): Promise<void> {
  await closeAsAbandoned(db, sql`workflow_run_id = any(${workflowRunIds}::text[])`);
}

const ABANDONED: RunEnd = {
  status: 'failed',
  errorKind: 'Abandoned',
  errorMessage: 'The workflow ended without a closing record: it was terminated, or timed out.',
};

/** Closes open runs as abandoned. @param which a condition on `crawl_runs` */
export async function closeAsAbandoned(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with closed as (
      update crawl_runs set ${asEnded(ABANDONED)}
      where ${which} and status = 'running'
      returning id
    )
    update stage_runs set outcome = 'failed', ended_at = clock_timestamp()
    from closed where stage_runs.crawl_run_id = closed.id and stage_runs.ended_at is null
  `.execute(db);
}
