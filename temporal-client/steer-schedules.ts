import { setTimeout as wait } from 'node:timers/promises';
import {
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleHandle,
} from '@temporalio/client';
import { reportOn, type ScheduleReport } from './describe-schedules.ts';
import { patiently } from './patiently.ts';
import { fieldsUpdate, readSchedule, type ScheduleFields } from './schedule-fields.ts';
import { isKnownState } from '../domain/state-code.ts';

/** Thrown when a schedule cannot be steered so; the message says what was given and what is accepted. */
export class ScheduleRefused extends Error {
  override name = 'ScheduleRefused';
}

/** Thrown when there is no schedule of that id. */
export class ScheduleUnknown extends ScheduleRefused {
  override name = 'ScheduleUnknown';
}

export interface ScheduleEdit {
  /** Whole seconds, a minute at least. */
  intervalSeconds?: number;
  /** Any whole number from -1000 to 1000: higher is more urgent. */
  priority?: number;
  /** `all`, or a two-letter state; only for schedules that have a state filter. */
  state?: string;
  /** True keeps it from firing until it is set to false. */
  paused?: boolean;
}

const INTERVAL_SECONDS_MIN = 60;
const INTERVAL_SECONDS_MAX = 365 * 86_400;
const PRIORITY_MAX = 1000;

/**
 * Changes a schedule; `applySchedules` leaves what was changed so. The interval also moves what is due, the priority
 * also that of the chains.
 * @throws ScheduleRefused
 */
export async function editSchedule(client: Client, id: string, edit: ScheduleEdit): Promise<ScheduleReport> {
  refuseBadEdit(edit);
  const { handle } = await findSchedule(client, id);
  await handle.update((known) => {
    const { fields, start } = readSchedule(known);
    if (start === null && (edit.priority !== undefined || edit.state !== undefined))
      throw new ScheduleRefused(
        `${id} starts nothing that has a priority or a state; its input was made by hand.`,
      );
    if (edit.state !== undefined && fields.state === null)
      throw new ScheduleRefused(`${id} has no state filter; only a schedule that starts crawlDue has one.`);
    return fieldsUpdate(known, { ...fields, ...givenOnly(edit) });
  });
  return reportOn(client, await handle.describe());
}

function refuseBadEdit({ intervalSeconds, priority, state }: ScheduleEdit): void {
  if (intervalSeconds !== undefined && !isWhole(intervalSeconds, INTERVAL_SECONDS_MIN, INTERVAL_SECONDS_MAX))
    throw new ScheduleRefused(
      `The interval is ${intervalSeconds} s; it takes whole seconds, from a minute to a year (365 days).`,
    );
  if (priority !== undefined && !isWhole(priority, -PRIORITY_MAX, PRIORITY_MAX))
    throw new ScheduleRefused(
      `The priority is ${priority}; it takes a whole number from -${PRIORITY_MAX} to ${PRIORITY_MAX}, higher is more urgent.`,
    );
  if (state !== undefined && state !== 'all' && !isKnownState(state))
    throw new ScheduleRefused(
      `The state is ${JSON.stringify(state)}; it takes "all", or the two capital letters of a state or province, such as AZ.`,
    );
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function givenOnly(edit: ScheduleEdit): Partial<ScheduleFields> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
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
  return reportOn(client, await handle.describe());
}

/**
 * Lets a schedule fire again; runs that were due meanwhile are not made up for.
 * @param note without one, the note becomes again what code says
 * @throws ScheduleRefused
 */
export async function resumeSchedule(client: Client, id: string, note?: string): Promise<ScheduleReport> {
  const { handle, description } = await findSchedule(client, id);
  await handle.unpause(note ?? readSchedule(description).applied?.note ?? 'Resumed by hand.');
  return reportOn(client, await handle.describe());
}

/** What came of a trigger; the report tells how the run ended, once it has. */
export interface TriggeredSchedule {
  /** `skipped`: the `startOnce` before is open, and the overlap policy keeps this one from starting. */
  outcome: 'fired' | 'skipped';
  report: ScheduleReport;
}

const TRIGGER_SEEN_MS_MAX = 15_000;
const TRIGGER_POLL_MS = 100;

/**
 * Fires a schedule now, paused or not, under its own overlap policy: a trigger that names none would start beside
 * whatever runs.
 * @throws ScheduleRefused
 */
export async function triggerSchedule(client: Client, id: string): Promise<TriggeredSchedule> {
  const { handle, description } = await findSchedule(client, id);
  await handle.trigger(description.policies.overlap);
  // The server takes the request and acts on it a moment later.
  const deadline = Date.now() + TRIGGER_SEEN_MS_MAX;
  for (;;) {
    const now = await handle.describe();
    if (now.info.numActionsTaken > description.info.numActionsTaken)
      return { outcome: 'fired', report: await settledReport(client, now) };
    if (now.info.numActionsSkippedOverlap > description.info.numActionsSkippedOverlap)
      return { outcome: 'skipped', report: await reportOn(client, now) };
    if (Date.now() > deadline)
      throw new Error(
        `Temporal took the trigger of ${id} and has not fired it within ${TRIGGER_SEEN_MS_MAX / 1000} s.`,
      );
    await wait(TRIGGER_POLL_MS);
  }
}

/** With a worker at hand, it is known at once what was started. */
const STARTER_MS_MAX = 3_000;

async function settledReport(client: Client, now: ScheduleDescription): Promise<ScheduleReport> {
  const deadline = Date.now() + STARTER_MS_MAX;
  for (;;) {
    const report = await reportOn(client, now);
    if (report.lastRun?.outcome !== 'waiting' || Date.now() > deadline) return report;
    await wait(TRIGGER_POLL_MS);
  }
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
  await handle.backfill({ start: from, end: to, overlap: description.policies.overlap });
  return reportOn(client, await handle.describe());
}

async function findSchedule(
  client: Client,
  id: string,
): Promise<{ handle: ScheduleHandle; description: ScheduleDescription }> {
  const handle = client.schedule.getHandle(id);
  try {
    return { handle, description: await patiently(() => handle.describe()) };
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    const known: string[] = [];
    for await (const { scheduleId } of client.schedule.list()) known.push(scheduleId);
    throw new ScheduleUnknown(
      `There is no schedule ${JSON.stringify(id)}. There ${known.length === 0 ? 'are none' : `are ${known.sort().join(', ')}`}.`,
      { cause: error },
    );
  }
}
