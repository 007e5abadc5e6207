import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { CLOSED_STATUSES } from '../../../domain/task.ts';
import { RUNS_BEGAN_MS } from './make-runs.ts';

/** The possible states of a run's work: its worker, and how many minutes ago it was claimed and the last heartbeat was sent. */
const WORK = [
  [],
  [{ worker: null, claimed: 5, heartbeat: null }],
  [{ worker: 'Xylos', claimed: 1, heartbeat: null }],
  [{ worker: 'Xylos', claimed: 11, heartbeat: null }],
  [{ worker: 'Xylos', claimed: 30, heartbeat: 1 }],
  [{ worker: 'Xylos', claimed: 30, heartbeat: 11 }],
  [
    { worker: null, claimed: 0, heartbeat: null },
    { worker: 'Kryll', claimed: 20, heartbeat: 12 },
    { worker: 'Xylos', claimed: 20, heartbeat: 2 },
  ],
];

/** Adds a run for each combination of end status and work. */
export async function makeEach(db: Db, make: (change: object) => Promise<string>): Promise<void> {
  for (const work of WORK) {
    for (const ended_as of [null, ...CLOSED_STATUSES]) {
      const ended_at = ended_as === null ? null : new Date(RUNS_BEGAN_MS + 60_000);
      const runId = await make({ ended_as, ended_at, worker: ended_as === null ? null : 'Zorp' });
      for (const [place, { worker, claimed, heartbeat }] of work.entries())
        await sql`
          insert into run_heartbeats (run_id, activity_id, activity, attempt, worker, claimed_at, heartbeat_at)
          values (${runId}, ${String(place)}, 'fetchMenu', 1, ${worker}, now() - ${claimed} * interval '1 minute',
            now() - ${heartbeat}::float8 * interval '1 minute')
        `.execute(db);
    }
  }
}
