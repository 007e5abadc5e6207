import { sql } from 'kysely';
import { STARTER } from '../../domain/role-workflows.ts';
import type { Db } from '../connect.ts';
import { WITH_WORK } from './run-conditions.ts';
import { columns, findNextRun, WITH_STORE, type Run } from './runs.ts';

/** The run that came after another one. */
export interface FollowingRun {
  run: Run;
  /** True: it does the work of the other one, which waited for its time and was started before it. */
  isInPlace: boolean;
}

/** What came after a run that has ended: what goes on in its place, or else the next run of its workflow; null: nothing. */
export async function findFollowingRun(db: Db, ended: Run): Promise<FollowingRun | null> {
  if (ended.endedAt === null) return null;
  const isInPlace = ended.type === STARTER.type;
  const run = isInPlace ? await findStartedInPlace(db, ended) : await findNextRun(db, ended);
  return run === null ? null : { run, isInPlace };
}

/** Who starts it before its time has the starter end: the event of that names the workflow that started the other. */
async function findStartedInPlace(
  db: Db,
  { id, role, dispensaryId }: Pick<Run, 'id' | 'role' | 'dispensaryId'>,
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select ${columns()} from runs run ${WITH_STORE} ${WITH_WORK}
    where run.id > ${id} and run.type <> ${STARTER.type} and run.role = ${role}
      and ${dispensaryId === null ? sql`run.dispensary_id is null` : sql`run.dispensary_id = ${dispensaryId}`}
      and run.started_by in (
        select message from run_events asked where asked.run_key = ${id} and asked.event = 'cancel_requested')
    order by run.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}
