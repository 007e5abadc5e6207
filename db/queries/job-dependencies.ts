import { sql } from 'kysely';
import type { Dependency } from '../../domain/job-dependencies.ts';
import type { Db } from '../connect.ts';

/** A run of a job that depends on others. */
interface DependentRun {
  id: string;
  workflowRunId: string;
}

/** Records which jobs a run depends on, in place of those of the job's earlier runs. Repeating it changes nothing. */
export async function noteDependencies(
  db: Db,
  { id, workflowRunId }: DependentRun,
  dependsOn: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from job_dependencies where job_id = ${id} and workflow_run_id <> ${workflowRunId}`.execute(
      tx,
    );
    await sql`
      insert into job_dependencies (job_id, depends_on, workflow_run_id)
      select ${id}, depends_on, ${workflowRunId} from unnest(${dependsOn}::text[]) depends_on
      on conflict do nothing
    `.execute(tx);
  });
}

/** Records how jobs have ended that a run depends on, so that it waits for them no more. */
export async function noteDependencyEnds(
  db: Db,
  { id, workflowRunId }: DependentRun,
  ended: readonly Dependency[],
): Promise<void> {
  await sql`
    update job_dependencies known set is_awaited = false, ended_as = given.ended_as
    from unnest(${ended.map((one) => one.id)}::text[], ${ended.map(({ endedAs }) => endedAs)}::text[]) given (depends_on, ended_as)
    where job_id = ${id} and workflow_run_id = ${workflowRunId} and known.depends_on = given.depends_on
  `.execute(db);
}

/** Lists what a run depends on, by id. */
export async function listDependencies(
  db: Db,
  { id, workflowRunId }: DependentRun,
): Promise<(Dependency & { isAwaited: boolean })[]> {
  const { rows } = await sql<Dependency & { isAwaited: boolean }>`
    select depends_on as id, ended_as as "endedAs", is_awaited as "isAwaited" from job_dependencies
    where job_id = ${id} and workflow_run_id = ${workflowRunId} order by depends_on
  `.execute(db);
  return rows;
}

/** Finds the jobs that wait for the end of a job. */
export async function findDependants(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select job_id as id from job_dependencies where depends_on = ${id} and is_awaited order by job_id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Records that a job waits for no other job any more, because it has ended. */
export async function endWaits(db: Db, id: string): Promise<void> {
  await sql`update job_dependencies set is_awaited = false where job_id = ${id} and is_awaited`.execute(db);
}

/**
 * Finds a chain of waiting jobs that leads back to a job which is to wait for others.
 * @param isOpen whether another job of the chain still waits, since one may have ended without a record
 * @returns the ids from the job back to itself; null: there is no such chain
 */
export async function findOpenCycle(
  db: Db,
  { id, dependsOn }: { id: string; dependsOn: readonly string[] },
  isOpen: (id: string) => Promise<boolean>,
): Promise<string[] | null> {
  const cycle = await findCycle(db, id, dependsOn);
  for (const other of cycle?.slice(1, -1) ?? []) if (!(await isOpen(other))) return null;
  return cycle;
}

async function findCycle(db: Db, id: string, dependsOn: readonly string[]): Promise<string[] | null> {
  const waiters = new Map(dependsOn.map((next) => [next, id]));
  for (let frontier = dependsOn; frontier.length > 0 && !waiters.has(id);) {
    const { rows } = await sql<{ job: string; next: string }>`
      select job_id as job, depends_on as next from job_dependencies
      where is_awaited and job_id = any(${frontier}::text[]) order by job_id, depends_on
    `.execute(db);
    const fresh = rows.filter(({ next }) => !waiters.has(next));
    for (const { job, next } of fresh) if (!waiters.has(next)) waiters.set(next, job);
    frontier = [...new Set(fresh.map(({ next }) => next))];
  }
  return waiters.has(id) ? chainTo(id, waiters) : null;
}

/** Returns the chain that leads from a job back to it. @param waiters by job, one that waits for it */
function chainTo(id: string, waiters: Map<string, string>): string[] {
  const chain = [id];
  for (let at = waiters.get(id)!; ; at = waiters.get(at)!) {
    chain.unshift(at);
    if (at === id) return chain;
  }
}
