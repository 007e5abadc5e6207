import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client } from '@temporalio/client';
import { defineSchedule, type ScheduleWish } from '../temporal-config/schedules.ts';
import { reportOn, type ScheduleReport } from './describe-schedules.ts';
import { newScheduleByPerson } from './schedule-fields.ts';
import { ScheduleRefused, unknownSchedule } from './steer-schedules.ts';

/**
 * Makes a schedule; `applySchedules` leaves it alone.
 * @throws ScheduleRefused
 */
export async function createSchedule(client: Client, wish: ScheduleWish): Promise<ScheduleReport> {
  try {
    const handle = await client.schedule.create(newScheduleByPerson(defineSchedule(wish)));
    return await reportOn(client, await handle.describe());
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    throw new ScheduleRefused(`There is a schedule ${JSON.stringify(wish.id)} already.`, { cause: error });
  }
}

/**
 * Removes a schedule; what it has started goes on. One that code knows is made again when the schedules are applied.
 * @throws ScheduleUnknown
 */
export async function deleteSchedule(client: Client, id: string): Promise<void> {
  try {
    await client.schedule.getHandle(id).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    throw await unknownSchedule(client, id, error);
  }
}

/** What there is to say about one schedule. @throws ScheduleUnknown */
export async function describeSchedule(client: Client, id: string): Promise<ScheduleReport> {
  try {
    return await reportOn(client, await client.schedule.getHandle(id).describe());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    throw await unknownSchedule(client, id, error);
  }
}
