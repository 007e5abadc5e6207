import { sql } from 'kysely';
import { STARTER } from '../../domain/role-workflows.ts';
import type { Db } from '../connect.ts';
import { WITH_WORK } from './run-conditions.ts';
import { columns, findNextRun, WITH_STORE, type Run } from './runs.ts';

/** The run that followed another one. */
export interface FollowingRun {
  run: Run;
  /** True: the ended run was a delayed start, and this run does its work, because it was started before its time. */
  isInPlace: boolean;
}

/**
 * Finds what followed an ended run: for a delayed start, the run that did its work before its time; otherwise the next run of the
 * same workflow. Null: nothing followed, or the run is open.
 */
export async function findFollowingRun(db: Db, ended: Run): Promise<FollowingRun | null> {
  if (ended.endedAt === null) return null;
  const isInPlace = ended.type === STARTER.type;
  const run = isInPlace ? await findStartedInPlace(db, ended) : await findNextRun(db, ended);
  return run === null ? null : { run, isInPlace };
}

/**
 * Finds the waiting task that will repeat the work of a run that failed or was not believed; null: none waits.
 * @param waitsAs the ids of the workflows that may be that task; each has at most one open run
 * @param next the run after the failed one: a task that was created later belongs to `next`; null: there is no such run
 */
export async function findWaitingAgain(
  db: Db,
  { waitsAs, next }: { waitsAs: string[]; next: Pick<Run, 'id'> | null },
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.workflow_id = any(${waitsAs}::text[]) and run.ended_as is null and ${next === null ? sql`true` : sql`run.id < ${next.id}`}
    order by run.scheduled_for limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Finds the run that did a delayed start's work, through the cancel event, which names the workflow that started that run. */
async function findStartedInPlace(
  db: Db,
  { id, role, dispensaryId }: Pick<Run, 'id' | 'role' | 'dispensaryId'>,
): Promise<Run | null> {
  const requested = await findWhoEnded(db, id);
  // A person or a request ended the delayed start, so no run did its work.
  if (requested === null) return null;
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.id > ${id} and run.type <> ${STARTER.type} and run.role = ${role}
      and ${dispensaryId === null ? sql`run.dispensary_id is null` : sql`run.dispensary_id = ${dispensaryId}`}
      and run.started_by = any(${requested.workflowIds}::text[]) and run.id < key_of_moment(${requested.at}::timestamptz + interval '1 hour')
    order by run.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Finds the workflows that requested a run's end after starting another run, and when the last one did; null: none did. */
async function findWhoEnded(db: Db, id: string): Promise<{ workflowIds: string[]; at: Date } | null> {
  const { rows } = await sql<{ workflowIds: string[] | null; at: Date }>`
    select array_agg(message) as "workflowIds", max(at) as at from run_events
    where run_key = ${id} and event = 'cancel_requested' and message is not null and noted_at >= moment_of_key(${id}) - interval '1 day'
  `.execute(db);
  const [found] = rows;
  return found === undefined || found.workflowIds === null
    ? null
    : { ...found, workflowIds: found.workflowIds };
}
