import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { RunsTable } from '../../../db/runs-tables.ts';

/** Returns the id of a run that was created at `createdMs`. */
export function runIdAt(createdMs: number): string {
  const time = createdMs.toString(16).padStart(12, '0');
  const rest = randomBytes(9).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
}

/** When the runs of these tests were created, unless a test says otherwise. */
export const RUNS_BEGAN_MS = Date.UTC(2026, 2, 1);

/** Adds a closed task to the ledger, or an open one if `ended_as` is null. @returns the task's id */
export async function makeRun(db: Db, change: Partial<Insertable<RunsTable>> = {}): Promise<string> {
  const id = change.id ?? runIdAt(RUNS_BEGAN_MS);
  await db
    .insertInto('runs')
    .values({
      id,
      workflow_id: `crawl/${id}`,
      run_id: id,
      type: 'crawlDispensary',
      role: 'payload_fetch',
      ...(change.ended_as === null
        ? {}
        : { ended_as: 'completed', ended_at: new Date(RUNS_BEGAN_MS + 60_000) }),
      ...change,
      // A result that is left out is null.
    } as Insertable<RunsTable>)
    .execute();
  return id;
}

/** Adds a job to the ledger, with its payload if one is given. @returns the job's id */
export async function makeJobRun(
  db: Db,
  { name, payload, ...change }: Partial<Insertable<RunsTable>> & { name: string; payload?: object },
): Promise<string> {
  const job = { workflow_id: `job/${name}`, type: 'job', role: null, job_type: 'sync' };
  const id = await makeRun(db, { ...job, ...change });
  if (payload === undefined) return id;
  await db
    .insertInto('jobs')
    .values({
      id: name,
      workflow_run_id: id,
      created_at: new Date(RUNS_BEGAN_MS),
      job_type: 'sync',
      priority: 5,
      payload: JSON.stringify(payload),
      max_retries: 0,
      status: change.ended_as ?? 'completed',
      worker: change.worker ?? null,
      error_message: change.error_message ?? null,
      updated_at: new Date(RUNS_BEGAN_MS),
      completed_at: new Date(RUNS_BEGAN_MS + 60_000),
    } as never)
    .execute();
  return id;
}
