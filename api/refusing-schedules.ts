import { ScheduleRefused, ScheduleUnknown } from '../temporal-client/steer-schedules.ts';
import { Problem } from './problem.ts';

/** Runs work on schedules. @throws Problem `not-found` or `conflict` where Temporal refuses it */
export async function refusingSchedules<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScheduleRefused)) throw error;
    if (error instanceof ScheduleUnknown) throw new Problem('not-found', error.message, { cause: error });
    throw new Problem('conflict', error.message, { cause: error });
  }
}
