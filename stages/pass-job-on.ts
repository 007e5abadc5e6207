import type { Db } from '../db/connect.ts';
import { endWaits, findDependants } from '../db/queries/job-dependencies.ts';
import type { JobRunName } from '../db/queries/job-runs.ts';
import { releaseTurn, type PlatformLimits, type TurnRun } from '../db/queries/job-turns.ts';

export interface JobWaitTools {
  db: Db;
  /**
   * Signals a job that what it waits for has changed; false if it has closed. The worker passes this function in, because the worker
   * holds the Temporal client.
   */
  wakeJob: (id: string) => Promise<boolean>;
  /** How many jobs of a platform may run at once. */
  platformLimits: PlatformLimits;
}

/** Passes on the turn of a job that has ended, and wakes those that depend on it. A second call wakes only those that still wait. */
export async function passJobOn(
  tools: JobWaitTools,
  run: TurnRun & Pick<JobRunName, 'account'>,
): Promise<void> {
  // Other jobs have no turn: their ends need not wait for each other.
  if (run.platform !== null || run.account !== null) await passTurnOn(tools, run);
  const { db, wakeJob } = tools;
  for (const dependant of await findDependants(db, run.id))
    if (!(await wakeJob(dependant))) await endWaits(db, dependant);
}

/** Gives up a job's turn, or its place among those that wait, and wakes those that get a turn by that. */
export async function passTurnOn(tools: JobWaitTools, run: TurnRun): Promise<void> {
  await wakeGranted(tools, await releaseTurn(tools.db, run, tools.platformLimits));
}

/** Wakes the runs that got a turn. One that was terminated while it waited passes its turn on. */
export async function wakeGranted(tools: JobWaitTools, granted: readonly TurnRun[]): Promise<void> {
  for (const run of granted) if (!(await tools.wakeJob(run.id))) await passTurnOn(tools, run);
}
