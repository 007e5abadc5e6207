import { isDeepStrictEqual } from 'node:util';
import { ScheduleAlreadyRunning, type Client, type ScheduleDescription } from '@temporalio/client';
import { catchupWindowSeconds, type ScheduleDefinition } from '../temporal-config/schedules.ts';
import { describeOrNull } from './describe-schedules.ts';
import { addKnownSchedules, readKnownSchedules } from './known-schedules.ts';
import { mergeSchedule, type FieldChange, type ScheduleVersions } from './merge-schedule.ts';
import { patiently } from './patiently.ts';
import {
  definedUpdate,
  fieldsOf,
  isMadeByCode,
  newSchedule,
  readSchedule,
  startsAsDefined,
} from './schedule-fields.ts';

/** How a schedule on the server compares with its definition in code. */
export interface ScheduleDiff {
  id: string;
  /** `missing`: only in code. `unknown`: code made it and no longer defines it. */
  state: 'missing' | 'same' | 'different' | 'unknown';
  /** Empty unless `different`. */
  changes: FieldChange[];
  /**
   * The schedule starts another workflow than its definition says, or the workflow's input does not follow from the schedule's
   * fields.
   */
  startsOther: boolean;
}

export interface AppliedSchedule extends ScheduleDiff {
  done: 'created' | 'updated' | 'left' | 'removed';
}

/** Compares the schedules of the namespace with code. Changes nothing. */
export async function diffSchedules(
  client: Client,
  definitions: ScheduleDefinition[],
): Promise<ScheduleDiff[]> {
  const diffs: ScheduleDiff[] = [];
  for (const definition of definitions) {
    const known = await describeOrNull(client, definition.id);
    diffs.push(known === null ? missing(definition.id) : compare(known, definition).diff);
  }
  return [...diffs, ...(await findUnknown(client, definitions))];
}

/**
 * Creates missing schedules, also deleted ones, and updates the others to their definition. Keeps what operators changed.
 * Schedules that code no longer defines stay, or are deleted with `prune`.
 * @returns how each schedule compared before, and what was done
 */
export async function applySchedules(
  client: Client,
  definitions: ScheduleDefinition[],
  { prune = false }: { prune?: boolean } = {},
): Promise<AppliedSchedule[]> {
  const applied: AppliedSchedule[] = [];
  for (const definition of definitions) applied.push(await applyOne(client, definition));
  await addKnownSchedules(client, idsOf(definitions));
  for (const diff of await findUnknown(client, definitions)) {
    if (prune) await client.schedule.getHandle(diff.id).delete();
    applied.push({ ...diff, done: prune ? 'removed' : 'left' });
  }
  return applied;
}

/**
 * Creates the schedules that the namespace has never had. Leaves existing ones alone and does not recreate deleted ones. Several
 * processes may call this at once. If an earlier version made schedules in the namespace, none are created: that version did not
 * record which ones were deleted.
 * @returns the ids of the created schedules
 */
export async function createNewSchedules(
  client: Client,
  definitions: ScheduleDefinition[],
  now = new Date(),
): Promise<string[]> {
  const known = await readKnownSchedules(client);
  if (known.length === 0 && (await hasSchedulesOfBefore(client, definitions, now))) {
    await addKnownSchedules(client, idsOf(definitions));
    return [];
  }
  const created: string[] = [];
  for (const definition of definitions)
    if (!known.includes(definition.id) && (await createUnlessThere(client, definition)))
      created.push(definition.id);
  await addKnownSchedules(client, idsOf(definitions));
  return created;
}

/** The minimum age of schedules that count as from an earlier version: another process may be creating younger ones right now. */
const OF_BEFORE_MS = 3_600_000;

async function hasSchedulesOfBefore(
  client: Client,
  definitions: ScheduleDefinition[],
  now: Date,
): Promise<boolean> {
  for (const { id } of definitions) {
    const createdAt = (await describeOrNull(client, id))?.info.createdAt;
    if (createdAt !== undefined && now.getTime() - createdAt.getTime() > OF_BEFORE_MS) return true;
  }
  return false;
}

function idsOf(definitions: ScheduleDefinition[]): string[] {
  return definitions.map(({ id }) => id);
}

/** Creates a schedule. @returns false if the schedule existed already */
async function createUnlessThere(client: Client, definition: ScheduleDefinition): Promise<boolean> {
  try {
    await patiently(() => client.schedule.create(newSchedule(definition)));
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

async function applyOne(client: Client, definition: ScheduleDefinition): Promise<AppliedSchedule> {
  const known = await describeOrNull(client, definition.id);
  if (known !== null) return applyTo(client, known, definition);
  if (await createUnlessThere(client, definition)) return { ...missing(definition.id), done: 'created' };
  // Another process created it first.
  return applyOne(client, definition);
}

async function applyTo(
  client: Client,
  known: ScheduleDescription,
  definition: ScheduleDefinition,
): Promise<AppliedSchedule> {
  let { diff, isUpToDate } = compare(known, definition);
  if (isUpToDate) return { ...diff, done: 'left' };
  await patiently(() =>
    client.schedule.getHandle(definition.id).update((latest) => {
      // Compare again: an operator may have changed the schedule since.
      const comparison = compare(latest, definition);
      diff = comparison.diff;
      return definedUpdate(latest, definition, comparison.fields);
    }),
  );
  return { ...diff, done: 'updated' };
}

function compare(known: ScheduleDescription, definition: ScheduleDefinition) {
  const code = fieldsOf(definition);
  const { fields: current, applied } = readSchedule(known);
  const { fields, changes } = mergeSchedule(withWindowOfInterval({ applied, current, code }));
  const startsOther = !startsAsDefined(known, definition);
  const state = changes.length > 0 || startsOther ? 'different' : 'same';
  const diff: ScheduleDiff = { id: definition.id, state, changes, startsOther };
  const isUpToDate = !startsOther && isDeepStrictEqual(applied, code) && isDeepStrictEqual(current, fields);
  return { diff, fields, isUpToDate };
}

/**
 * Adapts the catch-up window to the interval that the schedule keeps: if an operator has set the interval, code asks
 * for the default window of that interval.
 */
function withWindowOfInterval(versions: ScheduleVersions): ScheduleVersions {
  const { applied, current, code } = versions;
  const { intervalSeconds } = mergeSchedule(versions).fields;
  if (intervalSeconds === code.intervalSeconds) return versions;
  if (intervalSeconds === 'calendar' || code.intervalSeconds === 'calendar') return versions;
  if (code.catchupWindowSeconds !== catchupWindowSeconds(code.intervalSeconds)) return versions;
  const window = { catchupWindowSeconds: catchupWindowSeconds(intervalSeconds) };
  const isAsApplied = applied?.catchupWindowSeconds === current.catchupWindowSeconds;
  return {
    current,
    code: { ...code, ...window },
    applied: applied === null || isAsApplied ? applied : { ...applied, ...window },
  };
}

function missing(id: string): ScheduleDiff {
  return { id, state: 'missing', changes: [], startsOther: false };
}

async function findUnknown(client: Client, definitions: ScheduleDefinition[]): Promise<ScheduleDiff[]> {
  const unknown: ScheduleDiff[] = [];
  for await (const { scheduleId, memo } of client.schedule.list()) {
    if (!isMadeByCode(memo) || definitions.some(({ id }) => id === scheduleId)) continue;
    unknown.push({ id: scheduleId, state: 'unknown', changes: [], startsOther: false });
  }
  return unknown.sort((one, other) => one.id.localeCompare(other.id));
}
