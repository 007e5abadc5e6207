import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { lockHeldJob, type HeldJob } from './job-runs.ts';

/** The time that Temporal appends to the id of what a schedule starts. */
const SCHEDULED_TIME = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Returns the id under which the state of a job is kept: all jobs of one schedule have the same. */
function stateId({ id }: Pick<HeldJob, 'id'>): string {
  return id.replace(SCHEDULED_TIME, '');
}

/** Finds what the runs of a job have kept; null if they kept nothing. */
export async function findJobState(db: Db, held: Pick<HeldJob, 'id'>): Promise<unknown> {
  const row = await db
    .selectFrom('job_state')
    .select('state')
    .where('id', '=', stateId(held))
    .executeTakeFirst();
  return row?.state ?? null;
}

/** Keeps a state for the next runs of a job. @throws CrawlError StaleAttempt */
export async function saveJobState(db: Db, held: HeldJob, state: unknown): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockHeldJob(tx, held);
    await sql`
      insert into job_state (id, state) values (${stateId(held)}, ${JSON.stringify(state)}::jsonb)
      on conflict (id) do update set state = excluded.state, set_at = excluded.set_at
    `.execute(tx);
  });
}
