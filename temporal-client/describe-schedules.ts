import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import pLimit from 'p-limit';
import { isStarterType, type ScheduledStart } from '../temporal-config/schedules.ts';
import type { Searched } from '../temporal-config/search-scope.ts';
import { patiently } from './patiently.ts';
import { isMadeByCode, readSchedule, roleOf, type ScheduleFields } from './schedule-fields.ts';
import { readLastRun, type ScheduleRun } from './schedule-run.ts';

/** A schedule as people see it. Times are UTC. The interval is `calendar` if an operator set calendars. */
export interface ScheduleReport extends Omit<ScheduleFields, 'input'> {
  id: string;
  /** Null if an operator's update dropped it. */
  role: string | null;
  /** The fixed id of the workflow that it starts; null if its input was not made by this code. */
  workflowId: string | null;
  /** Where it searches for stores; null if it starts no discovery. */
  searched: Searched | null;
  /** False: somebody made it by hand. */
  isMadeByCode: boolean;
  /** Null while it is paused, or after its end. */
  nextRunAt: Date | null;
  lastRun: ScheduleRun | null;
  /** How often it has fired, on schedule or by hand. */
  runs: number;
  /** How often the overlap policy skipped it because the last `startOnce` was still open. */
  skipped: number;
  /** How often it missed its time because Temporal was down for longer than the catch-up window. */
  missed: number;
}

/** Each report takes a handful of requests to the server. */
const REPORTS_AT_ONCE = 8;

/** Describes every schedule of the namespace that code made or that starts `startOnce`, sorted by id. */
export async function describeSchedules(client: Client): Promise<ScheduleReport[]> {
  return describeEach(client, (description) => reportOn(client, description));
}

/** What an unpaused schedule starts, and how often. */
export interface RegularStart {
  start: ScheduledStart;
  intervalHours: number;
}

/** Lists the workflows that unpaused schedules start at regular intervals. Leaves out schedules with calendars. */
export async function listRegularStarts(client: Client): Promise<RegularStart[]> {
  const starts = await describeEach(client, (description) => {
    const { fields, start } = readSchedule(description);
    const { intervalSeconds, paused } = fields;
    if (start === null || paused || intervalSeconds === 'calendar') return Promise.resolve(null);
    return Promise.resolve({ start, intervalHours: intervalSeconds / 3600 });
  });
  return starts.filter((start) => start !== null);
}

/** Counts all schedules, and the schedules that are not paused, with one list request. */
export async function countSchedules(client: Client): Promise<{ total: number; enabled: number }> {
  let [total, enabled] = [0, 0];
  for await (const { memo, action, state } of client.schedule.list()) {
    if (!isMadeByCode(memo) && !isStarterType(action?.workflowType)) continue;
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
    if (isMadeByCode(memo) || isStarterType(action?.workflowType)) ids.push(scheduleId);
  const reports = await pLimit(REPORTS_AT_ONCE).map(ids.sort(), async (id) => {
    const description = await describeOrNull(client, id);
    // The list of schedules lags behind: it may still contain a deleted one.
    return description === null ? null : report(description);
  });
  return reports.filter((one) => one !== null);
}

/** Describes a schedule as the server has it; null if there is none. */
export async function describeOrNull(client: Client, id: string): Promise<ScheduleDescription | null> {
  try {
    return await patiently(() => client.schedule.getHandle(id).describe());
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** Builds the report on one schedule. */
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
