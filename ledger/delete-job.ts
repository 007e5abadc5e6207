import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { findDependants } from '../db/queries/job-dependencies.ts';
import { findNextForTurn } from '../db/queries/job-turns.ts';
import { deleteJob } from '../db/queries/jobs.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { deleteJobRuns } from '../temporal-client/job-control.ts';
import { wakeJob } from '../temporal-client/store-waits.ts';

/**
 * Deletes a job with all its runs, and wakes the jobs that waited for its end or for its turn.
 * @throws TemporalUnavailable
 */
export async function deleteJobAndRuns(
  { db, client }: { db: Db; client: Client },
  id: string,
): Promise<void> {
  const waiting = [...(await findDependants(db, id)), ...(await findNextForTurn(db, id))];
  const runIds = await callTemporal(client, () => deleteJobRuns(client, id));
  await deleteJob(db, id, runIds);
  // One that is not woken finds out by itself, a little later.
  for (const other of new Set(waiting)) await wakeJob(client, other, () => undefined).catch(() => false);
}
