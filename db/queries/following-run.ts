import { sql } from 'kysely';
import { STARTER } from '../../domain/role-workflows.ts';
import type { Db } from '../connect.ts';
import { WITH_WORK } from './run-conditions.ts';
import { columns, findNextRun, WITH_STORE, type Run } from './runs.ts';

/** The run that followed another one. */
export interface FollowingRun {
  run: Run;
  /** True: it does the work of the other run, a starter whose work was started before its time. */
  isInPlace: boolean;
}

/** Finds what followed an ended run: the run that took its place, or else the next run of its workflow; null: nothing. */
export async function findFollowingRun(db: Db, ended: Run): Promise<FollowingRun | null> {
  if (ended.endedAt === null) return null;
  const isInPlace = ended.type === STARTER.type;
  const run = isInPlace ? await findStartedInPlace(db, ended) : await findNextRun(db, ended);
  return run === null ? null : { run, isInPlace };
}

/**
 * Finds the waiting task that will repeat the work of a run that failed or was not believed; null: none waits.
 * @param waitsAs the ids of workflows that may wait for it; each has at most one open run
 * @param next the run after this one: a task that has waited since then belongs to that run
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

/** Finds the run through the starter's cancel event, which names the workflow that started the other run. */
async function findStartedInPlace(
  db: Db,
  { id, role, dispensaryId }: Pick<Run, 'id' | 'role' | 'dispensaryId'>,
): Promise<Run | null> {
  const requested = await findWhoEnded(db, id);
  // A person or a request ended it: searching the dispensary's later runs would be useless.
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

/** The workflows that requested a run's end after starting another run, and when the last did; null: none did. */
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
