import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import pLimit from 'p-limit';
import type { ScheduledStart } from '../temporal-config/schedules.ts';
import type { Searched } from '../temporal-config/search-scope.ts';
import { patiently } from './patiently.ts';
import { isMadeByCode, readSchedule, roleOf, type ScheduleFields } from './schedule-fields.ts';
import { readLastRun, type ScheduleRun } from './schedule-run.ts';

/** A schedule as people see it. Times are UTC; the interval is `calendar` where an operator gave it calendars. */
export interface ScheduleReport extends Omit<ScheduleFields, 'input'> {
  id: string;
  /** Null where an operator's update has dropped it. */
  role: string | null;
  /** The fixed id of the workflow that it starts; null where its input is not one of ours. */
  workflowId: string | null;
  /** Where it looks for stores; null where it starts no discovery. */
  searched: Searched | null;
  /** False: a person made it. */
  isMadeByCode: boolean;
  /** Null while it is paused, or when its time is over. */
  nextRunAt: Date | null;
  lastRun: ScheduleRun | null;
  /** How often it has fired, by itself or by hand. */
  runs: number;
  /** How often it was due and did not fire: the last `startOnce` was open, and the overlap policy said so. */
  skipped: number;
  /** How often it was due while Temporal was down, longer ago than the catch-up window. */
  missed: number;
}

/** Each report is a handful of requests to the server. */
const REPORTS_AT_ONCE = 8;

/** Every schedule of the namespace that starts `startOnce` or was made by code, in the order of their ids. */
export async function describeSchedules(client: Client): Promise<ScheduleReport[]> {
  return describeEach(client, (description) => reportOn(client, description));
}

/** What a schedule that is not paused starts, and how often. */
export interface RegularStart {
  start: ScheduledStart;
  intervalHours: number;
}

/** What starts by itself at regular intervals; schedules with calendars have none. */
export async function listRegularStarts(client: Client): Promise<RegularStart[]> {
  const starts = await describeEach(client, (description) => {
    const { fields, start } = readSchedule(description);
    const { intervalSeconds, paused } = fields;
    if (start === null || paused || intervalSeconds === 'calendar') return Promise.resolve(null);
    return Promise.resolve({ start, intervalHours: intervalSeconds / 3600 });
  });
  return starts.filter((start) => start !== null);
}

/** How many schedules there are, and how many of them are not paused: one question to the server. */
export async function countSchedules(client: Client): Promise<{ total: number; enabled: number }> {
  let [total, enabled] = [0, 0];
  for await (const { memo, action, state } of client.schedule.list()) {
    if (!isMadeByCode(memo) && action?.workflowType !== 'startOnce') continue;
    total += 1;
    if (!state.paused) enabled += 1;
  }
  return { total, enabled };
}

async function describeEach<Report>(
  client: Client,
  report: (description: ScheduleDescription) => Promise<Report>,
): Promise<Report[]> {
  const ids: string[] = [];
  for await (const { scheduleId, memo, action } of client.schedule.list())
    if (isMadeByCode(memo) || action?.workflowType === 'startOnce') ids.push(scheduleId);
  const reports = await pLimit(REPORTS_AT_ONCE).map(ids.sort(), async (id) => {
    const description = await describeOrNull(client, id);
    // The list of schedules follows by a moment: one that is gone may still be in it.
    return description === null ? null : report(description);
  });
  return reports.filter((one) => one !== null);
}

/** A schedule as the server has it; null: there is none. */
export async function describeOrNull(client: Client, id: string): Promise<ScheduleDescription | null> {
  try {
    return await patiently(() => client.schedule.getHandle(id).describe());
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** What there is to say about one schedule. */
export async function reportOn(client: Client, description: ScheduleDescription): Promise<ScheduleReport> {
  const { info } = description;
  const { fields, start } = readSchedule(description);
  const { input: _, ...shown } = fields;
  return {
    id: description.scheduleId,
    role: roleOf(description),
    ...shown,
    workflowId: start?.workflowId ?? null,
    searched: start?.workflow === 'discoverStores' ? start.input : null,
    isMadeByCode: isMadeByCode(description.memo),
    nextRunAt: shown.paused ? null : (info.nextActionTimes[0] ?? null),
    lastRun: await readLastRun(client, description),
    runs: info.numActionsTaken,
    skipped: info.numActionsSkippedOverlap,
    missed: info.numActionsMissedCatchupWindow,
  };
}
