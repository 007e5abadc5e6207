import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleHandle,
} from '@temporalio/client';
import { describeOrNull, reportOn, type ScheduleReport } from './describe-schedules.ts';
import {
  fieldsUpdate,
  newScheduleByPerson,
  readSchedule,
  roleOf,
  type ScheduleFields,
  type StoredSchedule,
} from './schedule-fields.ts';
import { isKnownState } from '../domain/state-code.ts';
import { PRIORITY_MAX } from '../temporal-config/priorities.ts';
import { catchupWindowSeconds, defineSchedule, type ScheduleRequest } from '../temporal-config/schedules.ts';
import type { SearchScope } from '../temporal-config/search-scope.ts';

/** Thrown when a request about a schedule is invalid; the message names what was given and what is accepted. */
export class ScheduleRefused extends Error {
  override name = 'ScheduleRefused';
}

/** Thrown when there is no schedule with that id. */
export class ScheduleUnknown extends ScheduleRefused {
  override name = 'ScheduleUnknown';
}

/**
 * Creates a schedule by hand; `applySchedules` leaves it alone.
 * @throws ScheduleRefused
 */
export async function createSchedule(client: Client, request: ScheduleRequest): Promise<ScheduleReport> {
  try {
    const handle = await client.schedule.create(newScheduleByPerson(defineSchedule(request)));
    return await reportOn(client, await handle.describe());
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    throw new ScheduleRefused(`There is a schedule ${JSON.stringify(request.id)} already.`, { cause: error });
  }
}

/**
 * Deletes a schedule; workflows that it has started continue. If code defines it, the next apply recreates it.
 * @throws ScheduleUnknown
 */
export async function deleteSchedule(client: Client, id: string): Promise<void> {
  try {
    await client.schedule.getHandle(id).delete();
  } catch (error) {
    throw error instanceof ScheduleNotFoundError ? await unknownSchedule(client, id) : error;
  }
}

export interface ScheduleEdit {
  /** Must be the schedule's own role: what a schedule starts cannot be changed. */
  role?: string;
  /** Whole seconds, at least a minute. */
  intervalSeconds?: number;
  /** Any whole number from -1000 to 1000: higher is more urgent. */
  priority?: number;
  /** The state whose stores are crawled, or the area where a discovery searches. Other schedules have none. */
  scope?: SearchScope;
  /** True stops it from firing until it is set to false. */
  paused?: boolean;
}

const INTERVAL_SECONDS_MIN = 60;
const INTERVAL_SECONDS_MAX = 365 * 86_400;

/**
 * Changes a schedule; `applySchedules` keeps the change. The interval also changes what is due and the catch-up window; the
 * priority also applies to the chains.
 * @throws ScheduleRefused
 */
export async function editSchedule(
  client: Client,
  id: string,
  { role, ...edit }: ScheduleEdit,
): Promise<ScheduleReport> {
  refuseBadEdit(edit);
  const { handle, description } = await findSchedule(client, id);
  if (role !== undefined && role !== roleOf(description))
    throw new ScheduleRefused(
      `${id} has the role ${roleOf(description)}, which cannot be changed; got ${role}.`,
    );
  const { scope, ...others } = edit;
  await handle.update((known) => {
    const stored = readSchedule(known);
    if (stored.start === null && (edit.priority !== undefined || scope !== undefined))
      throw new ScheduleRefused(`${id} takes no priority and no state, because its input was made by hand.`);
    const narrowed = scope === undefined ? {} : fieldsOfScope(id, stored, scope);
    const edited = { ...stored.fields, ...narrowed, ...givenOnly(others) };
    return fieldsUpdate(known, withWindow(stored.fields, edited));
  });
  return describeSchedule(client, id);
}

function fieldsOfScope(
  id: string,
  { fields, start }: StoredSchedule,
  { area, ...searched }: SearchScope,
): Partial<ScheduleFields> {
  switch (start?.workflow) {
    case 'crawlDue':
      if (area === 'all' || isKnownState(area)) return { state: area };
      throw new ScheduleRefused(`${id} takes all states, or one; got ${area}.`);
    case 'discoverStores': {
      const { states: _, areas: __, ...others } = fields.input;
      return { state: area, input: { ...others, ...searched } };
    }
    default:
      throw new ScheduleRefused(
        `${id} has no state filter; only a schedule that starts crawlDue or discoverStores has one.`,
      );
  }
}

function refuseBadEdit({ intervalSeconds, priority }: Omit<ScheduleEdit, 'role'>): void {
  if (intervalSeconds !== undefined && !isWhole(intervalSeconds, INTERVAL_SECONDS_MIN, INTERVAL_SECONDS_MAX))
    throw new ScheduleRefused(
      `The interval is ${intervalSeconds} s; it takes whole seconds, from a minute to a year (365 days).`,
    );
  if (priority !== undefined && !isWhole(priority, -PRIORITY_MAX, PRIORITY_MAX))
    throw new ScheduleRefused(
      `The priority is ${priority}; it takes a whole number from -${PRIORITY_MAX} to ${PRIORITY_MAX}, higher is more urgent.`,
    );
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function givenOnly(edit: Omit<ScheduleEdit, 'role' | 'scope'>): Partial<ScheduleFields> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}

/** Adapts the catch-up window to a new interval, unless an operator has set another window. */
function withWindow(before: ScheduleFields, after: ScheduleFields): ScheduleFields {
  const { intervalSeconds: wasSeconds, catchupWindowSeconds: windowSeconds } = before;
  const { intervalSeconds } = after;
  if (wasSeconds === 'calendar' || intervalSeconds === 'calendar') return after;
  if (windowSeconds !== catchupWindowSeconds(wasSeconds)) return after;
  return { ...after, catchupWindowSeconds: catchupWindowSeconds(intervalSeconds) };
}

/** The note of a pause without a reason. */
const PAUSED_BY_COMMAND = 'Paused by hand.';

/**
 * Stops a schedule from firing until it is resumed. Workflows that it has started continue, and a trigger still works.
 * @throws ScheduleRefused
 */
export async function pauseSchedule(
  client: Client,
  id: string,
  note = PAUSED_BY_COMMAND,
): Promise<ScheduleReport> {
  const { handle } = await findSchedule(client, id);
  await handle.pause(note);
  return describeSchedule(client, id);
}

/**
 * Resumes a schedule. The runs that it missed while paused stay missed.
 * @param note default: the note that code defines
 * @throws ScheduleRefused
 */
export async function resumeSchedule(client: Client, id: string, note?: string): Promise<ScheduleReport> {
  const { handle, description } = await findSchedule(client, id);
  await handle.unpause(note ?? readSchedule(description).applied?.note ?? 'Resumed by hand.');
  return describeSchedule(client, id);
}

/**
 * Fires for every time between two moments at which the schedule would have fired, all at once and under its own overlap policy:
 * with SKIP, that is a single run.
 * @throws ScheduleRefused
 */
export async function backfillSchedule(
  client: Client,
  id: string,
  { from, to }: { from: Date; to: Date },
): Promise<ScheduleReport> {
  if (!(from < to))
    throw new ScheduleRefused(
      `From ${from.toISOString()} to ${to.toISOString()} is no period: its end has to be after its beginning.`,
    );
  const { handle, description } = await findSchedule(client, id);
  const times = Math.floor((to.getTime() - from.getTime()) / everyMs(description));
  if (times > BACKFILL_TIMES_MAX)
    throw new ScheduleRefused(
      `The schedule ${id} fires about ${times} times from ${from.toISOString()} to ${to.toISOString()}; a backfill takes at most ${BACKFILL_TIMES_MAX}.`,
    );
  await handle.backfill({ start: from, end: to, overlap: description.policies.overlap });
  return describeSchedule(client, id);
}

/** Enough for a quarter-hourly schedule over ten days. After a longer outage, crawl once instead of making up for each run. */
const BACKFILL_TIMES_MAX = 1_000;

/** Returns the shortest interval of a schedule, in milliseconds; for a schedule with calendars, assumes a minute. */
function everyMs({ spec: { intervals = [] } }: ScheduleDescription): number {
  return intervals.length === 0 ? 60_000 : Math.min(...intervals.map(({ every }) => every));
}

/** Reports on one schedule. @throws ScheduleUnknown */
export async function describeSchedule(client: Client, id: string): Promise<ScheduleReport> {
  return reportOn(client, (await findSchedule(client, id)).description);
}

/** Finds one schedule. @throws ScheduleUnknown */
export async function findSchedule(
  client: Client,
  id: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const description = await describeOrNull(client, id);
  if (description === null) throw await unknownSchedule(client, id);
  return { handle: client.schedule.getHandle(id), description };
}

/** Creates the error for an unknown schedule; its message lists the existing ones. */
async function unknownSchedule(client: Client, id: string): Promise<ScheduleUnknown> {
  const known: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) known.push(scheduleId);
  const others = known.length === 0 ? 'are none' : `are ${known.sort().join(', ')}`;
  return new ScheduleUnknown(`There is no schedule ${JSON.stringify(id)}. There ${others}.`);
}
