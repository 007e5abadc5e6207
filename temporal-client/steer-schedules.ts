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
import { catchupWindowSeconds, defineSchedule, type ScheduleWish } from '../temporal-config/schedules.ts';
import type { SearchScope } from '../temporal-config/search-scope.ts';

/** Thrown when a schedule cannot be steered so; the message says what was given and what is accepted. */
export class ScheduleRefused extends Error {
  override name = 'ScheduleRefused';
}

/** Thrown when there is no schedule of that id. */
export class ScheduleUnknown extends ScheduleRefused {
  override name = 'ScheduleUnknown';
}

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
    throw error instanceof ScheduleNotFoundError ? await unknownSchedule(client, id) : error;
  }
}

export interface ScheduleEdit {
  /** That which it has: what a schedule starts is not changed. */
  role?: string;
  /** Whole seconds, a minute at least. */
  intervalSeconds?: number;
  /** Any whole number from -1000 to 1000: higher is more urgent. */
  priority?: number;
  /** Which stores are crawled, by their state; or where a discovery looks for stores. Other schedules have none. */
  scope?: SearchScope;
  /** True keeps it from firing until it is set to false. */
  paused?: boolean;
}

const INTERVAL_SECONDS_MIN = 60;
const INTERVAL_SECONDS_MAX = 365 * 86_400;

/**
 * Changes a schedule; `applySchedules` leaves what was changed so. The interval also moves what is due and the
 * catch-up window, the priority also that of the chains.
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
    throw new ScheduleRefused(`${id} is of the role ${roleOf(description)}, which stays; got ${role}.`);
  const { scope, ...others } = edit;
  await handle.update((known) => {
    const stored = readSchedule(known);
    if (stored.start === null && (edit.priority !== undefined || scope !== undefined))
      throw new ScheduleRefused(
        `${id} starts nothing that has a priority or a state; its input was made by hand.`,
      );
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
      throw new ScheduleRefused(`${id} crawls the stores of all states, or those of one; got ${area}.`);
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

/** The catch-up window follows the interval, unless an operator has set another one. */
function withWindow(before: ScheduleFields, after: ScheduleFields): ScheduleFields {
  const { intervalSeconds: wasSeconds, catchupWindowSeconds: windowSeconds } = before;
  const { intervalSeconds } = after;
  if (wasSeconds === 'calendar' || intervalSeconds === 'calendar') return after;
  if (windowSeconds !== catchupWindowSeconds(wasSeconds)) return after;
  return { ...after, catchupWindowSeconds: catchupWindowSeconds(intervalSeconds) };
}

/** The note of a pause that came without a reason. */
const PAUSED_BY_COMMAND = 'Paused by hand.';

/**
 * Keeps a schedule from firing until it is resumed; what it has started goes on, and a trigger still works.
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
 * Lets a schedule fire again; runs that were due meanwhile are not made up for.
 * @param note without one, the note becomes again what code says
 * @throws ScheduleRefused
 */
export async function resumeSchedule(client: Client, id: string, note?: string): Promise<ScheduleReport> {
  const { handle, description } = await findSchedule(client, id);
  await handle.unpause(note ?? readSchedule(description).applied?.note ?? 'Resumed by hand.');
  return describeSchedule(client, id);
}

/**
 * Fires for every time between two moments at which the schedule would have fired, all at once and under its own
 * overlap policy: with SKIP, that is a single run.
 * @throws ScheduleRefused
 */
export async function backfillSchedule(
  client: Client,
  id: string,
  { from, to }: { from: Date; to: Date },
): Promise<ScheduleReport> {
  if (!(from < to))
    throw new ScheduleRefused(`From ${from.toISOString()} to ${to.toISOString()} there is no time.`);
  const { handle, description } = await findSchedule(client, id);
  const times = Math.floor((to.getTime() - from.getTime()) / everyMs(description));
  if (times > BACKFILL_TIMES_MAX)
    throw new ScheduleRefused(
      `From ${from.toISOString()} to ${to.toISOString()} the schedule ${id} has some ${times} times; a backfill takes ${BACKFILL_TIMES_MAX} at most.`,
    );
  await handle.backfill({ start: from, end: to, overlap: description.policies.overlap });
  return describeSchedule(client, id);
}

/** As often as every quarter of an hour for ten days: what a longer outage left out is crawled once, not made up for. */
const BACKFILL_TIMES_MAX = 1_000;

/** One with calendars fires once a minute at most. */
function everyMs({ spec: { intervals = [] } }: ScheduleDescription): number {
  return intervals.length === 0 ? 60_000 : Math.min(...intervals.map(({ every }) => every));
}

/** What there is to say about one schedule. @throws ScheduleUnknown */
export async function describeSchedule(client: Client, id: string): Promise<ScheduleReport> {
  return reportOn(client, (await findSchedule(client, id)).description);
}

/** One schedule. @throws ScheduleUnknown */
export async function findSchedule(
  client: Client,
  id: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const description = await describeOrNull(client, id);
  if (description === null) throw await unknownSchedule(client, id);
  return { handle: client.schedule.getHandle(id), description };
}

/** Says that there is no schedule of an id, and which there are. */
async function unknownSchedule(client: Client, id: string): Promise<ScheduleUnknown> {
  const known: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) known.push(scheduleId);
  const others = known.length === 0 ? 'are none' : `are ${known.sort().join(', ')}`;
  return new ScheduleUnknown(`There is no schedule ${JSON.stringify(id)}. There ${others}.`);
}
