import { isDeepStrictEqual } from 'node:util';
import type { ScheduleDescription, ScheduleOptions, ScheduleUpdateOptions } from '@temporalio/client';
import { TypedSearchAttributes, type Priority } from '@temporalio/common';
import { priorityKey, priorityOfKey } from '../temporal-config/priorities.ts';
import {
  deriveStart,
  DERIVED_INPUT,
  scheduledType,
  type OverlapPolicy,
  type ScheduledStart,
  type ScheduleDefinition,
} from '../temporal-config/schedules.ts';
import { ROLE } from '../temporal-config/search-attributes.ts';
import { areaOfInput } from '../temporal-config/search-scope.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { readDiscoveryArea, scheduledStartId } from '../temporal-config/workflow-ids.ts';

/** The fields that both code and operators set. The rest of a schedule, such as the workflow it starts, belongs to code. */
export interface ScheduleFields {
  /** `calendar`: an operator set calendars or several intervals. */
  intervalSeconds: number | 'calendar';
  jitterSeconds: number;
  catchupWindowSeconds: number;
  overlap: OverlapPolicy;
  priority: number;
  /** The state filter: `all` or two letters. For a discovery, the area that it searches. Null: it has no filter. */
  state: string | null;
  paused: boolean;
  note: string;
  /** The workflow's input, without what follows from the fields above. */
  input: Record<string, unknown>;
}

/**
 * The key of a `ScheduleMemo`, in two memos. The schedule's own memo marks the schedule as made by code, and holds the values it
 * was created with: a server writes that memo only at creation (1.29 accepts a new one and drops it). The memo of the schedule's
 * action holds the values applied last, because an update does write it. The Web UI keeps the action's memo; `temporal schedule
 * update` replaces the whole action, and then the schedule's own memo is the fallback.
 */
const MEMO = 'crawlchain';

interface ScheduleMemo {
  /** What code asked for when it was last applied. Missing on schedules that code did not make. */
  applied?: ScheduleFields;
  /** The API's priority, any integer: the action itself has only one of Temporal's five priority keys. */
  priority?: number;
}

/** A schedule as the server has it, in our terms. */
export interface StoredSchedule {
  fields: ScheduleFields;
  /** What code asked for when it was last applied; null if unknown. */
  applied: ScheduleFields | null;
  /** What the schedule starts; null if the action's input was not made by this code. */
  start: ScheduledStart | null;
}

/** Whether a schedule with this memo was made by code. */
export function isMadeByCode(memo: Record<string, unknown> | undefined): boolean {
  return memo?.[MEMO] !== undefined;
}

/** Returns the fields that code asks for. */
export function fieldsOf(definition: ScheduleDefinition): ScheduleFields {
  const { intervalHours, jitterSeconds, catchupWindowSeconds, overlap, priority, note, start } = definition;
  return {
    intervalSeconds: Math.round(intervalHours * 3600),
    jitterSeconds,
    catchupWindowSeconds,
    overlap,
    priority,
    state: stateOf(start),
    paused: false,
    note,
    input: ownInput(start),
  };
}

/** Reads a schedule from the server's description. */
export function readSchedule(description: ScheduleDescription): StoredSchedule {
  const { spec, policies, state, action } = description;
  const start = readStart(action.args?.[0]);
  const memo = readMemo(action.memo) ?? readMemo(description.memo);
  return {
    fields: {
      intervalSeconds: readInterval(spec),
      jitterSeconds: (spec.jitter ?? 0) / 1000,
      catchupWindowSeconds: policies.catchupWindow / 1000,
      overlap: policies.overlap ?? 'SKIP',
      priority: readPriority(action, start, memo?.priority),
      state: start === null ? null : stateOf(start),
      paused: state.paused,
      note: state.note ?? '',
      input: start === null ? {} : ownInput(start),
    },
    applied: memo?.applied ?? null,
    start,
  };
}

/** Returns the options of a new schedule that code defines. */
export function newSchedule(definition: ScheduleDefinition): ScheduleOptions {
  const fields = fieldsOf(definition);
  const memo: ScheduleMemo = { applied: fields, priority: fields.priority };
  return {
    scheduleId: definition.id,
    memo: { [MEMO]: memo },
    spec: specOf({}, fields),
    policies: policiesOf(fields),
    action: actionOf(definition, fields),
    state: { paused: fields.paused, note: fields.note },
  };
}

/** Returns the options of a new schedule that somebody makes by hand: code does not know the schedule and leaves it alone. */
export function newScheduleByPerson(definition: ScheduleDefinition): ScheduleOptions {
  const fields = fieldsOf(definition);
  const memo: ScheduleMemo = { priority: fields.priority };
  const { memo: _, ...schedule } = newSchedule(definition);
  return { ...schedule, action: { ...actionOf(definition, fields), memo: { [MEMO]: memo } } };
}

/** Returns the update that sets these fields, and records what code asks for now. */
export function definedUpdate(
  known: ScheduleDescription,
  definition: ScheduleDefinition,
  fields: ScheduleFields,
): ScheduleUpdateOptions {
  return { ...fieldsUpdate(known, fields), action: actionOf(definition, fields) };
}

/** Returns the update that sets these fields, and leaves the rest as it is. */
export function fieldsUpdate(known: ScheduleDescription, fields: ScheduleFields): ScheduleUpdateOptions {
  const { start, applied } = readSchedule(known);
  const memo: ScheduleMemo = { ...(applied === null ? {} : { applied }), priority: fields.priority };
  const action: ScheduleUpdateOptions['action'] & { priority: Priority } = {
    ...known.action,
    args: start === null ? (known.action.args ?? []) : [startOf(start, fields)],
    memo: { ...known.action.memo, [MEMO]: memo },
    priority: { ...known.action.priority, priorityKey: priorityKey(fields.priority) },
  };
  return {
    ...known,
    spec: specOf(known.spec, fields),
    policies: { ...known.policies, ...policiesOf(fields) },
    action,
    state: { ...known.state, paused: fields.paused, note: fields.note },
  };
}

/** Whether the schedule starts what its definition says, with an input that follows from its fields. */
export function startsAsDefined(known: ScheduleDescription, definition: ScheduleDefinition): boolean {
  const { action } = known;
  const wanted = actionOf(definition, readSchedule(known).fields);
  return (
    action.workflowType === wanted.workflowType &&
    action.workflowId === wanted.workflowId &&
    action.taskQueue === wanted.taskQueue &&
    roleOf(known) === definition.role &&
    action.priority?.priorityKey === wanted.priority.priorityKey &&
    isDeepStrictEqual(action.args, wanted.args)
  );
}

/** Returns the role of the workflow that a schedule starts; null if an operator's update dropped it. */
export function roleOf({ action }: ScheduleDescription): string | null {
  const { typedSearchAttributes: attributes } = action;
  return attributes instanceof TypedSearchAttributes ? (attributes.get(ROLE) ?? null) : null;
}

type Action = Extract<ScheduleOptions['action'], { type: 'startWorkflow' }> & { priority: Priority };

/** Returns the action of a schedule. The SDK sends its priority, although the SDK's type for an action lacks a priority. */
function actionOf(definition: ScheduleDefinition, fields: ScheduleFields): Action {
  const { id, role, note, start } = definition;
  const memo: ScheduleMemo = { applied: fieldsOf(definition), priority: fields.priority };
  return {
    type: 'startWorkflow',
    workflowType: scheduledType(start.workflow),
    workflowId: scheduledStartId(id),
    taskQueue: WORKFLOW_QUEUE,
    args: [startOf(start, fields)],
    memo: { [MEMO]: memo },
    staticSummary: `${id}: ${note}`,
    typedSearchAttributes: new TypedSearchAttributes([{ key: ROLE, value: role }]),
    priority: { priorityKey: priorityKey(fields.priority) },
  };
}

function startOf(start: ScheduledStart, fields: ScheduleFields): ScheduledStart {
  const { intervalSeconds, priority, state, input } = fields;
  const derived = Object.entries(start.input).filter(([name]) =>
    DERIVED_INPUT[start.workflow].includes(name),
  );
  const given = { ...start, input: { ...Object.fromEntries(derived), ...input } } as ScheduledStart;
  const intervalHours = intervalSeconds === 'calendar' ? null : intervalSeconds / 3600;
  return deriveStart(given, { intervalHours, priority, state });
}

function ownInput(start: ScheduledStart): Record<string, unknown> {
  const derived = DERIVED_INPUT[start.workflow];
  // JSON drops undefined values.
  const own = Object.entries(start.input).filter(
    ([name, value]) => value !== undefined && !derived.includes(name),
  );
  return Object.fromEntries(own);
}

function stateOf(start: ScheduledStart): string | null {
  if (start.workflow === 'crawlDue') return start.input.scope;
  if (start.workflow !== 'discoverStores') return null;
  const area = readDiscoveryArea(start.workflowId);
  // An id that a person typed may not match the searched area; then it names no scope.
  return area === 'all' || area === areaOfInput(start.input) ? area : null;
}

/** Reads what a schedule starts; null if the input was not made by this code: an operator may have typed anything. */
function readStart(given: unknown): ScheduledStart | null {
  const { workflow, input } = (given ?? {}) as Partial<ScheduledStart>;
  const isKnown = typeof workflow === 'string' && workflow in DERIVED_INPUT;
  return isKnown && typeof input === 'object' && input !== null ? (given as ScheduledStart) : null;
}

function readMemo(memo: Record<string, unknown> | undefined): ScheduleMemo | null {
  return (memo?.[MEMO] as ScheduleMemo | undefined) ?? null;
}

/**
 * Reads the priority. An operator may have set it in the input or as the action's key; otherwise, the recorded priority applies.
 */
function readPriority(
  action: ScheduleDescription['action'],
  start: ScheduledStart | null,
  noted: number | undefined,
): number {
  const key = action.priority?.priorityKey || undefined;
  const known = noted ?? (key === undefined ? 0 : priorityOfKey(key));
  const typed = start !== null && 'priority' in start.input ? start.input.priority : undefined;
  if (start !== null && typeof typed === 'number' && typed !== derivedPriority(start, known)) return typed;
  return key === undefined || key === priorityKey(known) ? known : priorityOfKey(key);
}

function derivedPriority(start: ScheduledStart, priority: number): unknown {
  const { input } = deriveStart(start, { intervalHours: null, priority, state: null });
  return 'priority' in input ? input.priority : undefined;
}

function readInterval({ intervals = [], calendars = [] }: ScheduleDescription['spec']): number | 'calendar' {
  const [first, ...others] = intervals;
  return first !== undefined && others.length === 0 && calendars.length === 0
    ? first.every / 1000
    : 'calendar';
}

/**
 * Returns the spec with a new jitter and interval. Keeps start, end and time zone; keeps calendars and offsets too, unless the
 * interval changes.
 */
function specOf(
  known: Partial<ScheduleDescription['spec']>,
  { intervalSeconds, jitterSeconds }: ScheduleFields,
): ScheduleOptions['spec'] {
  const spec = { ...known, jitter: jitterSeconds * 1000 } as ScheduleOptions['spec'];
  const isSame = known.intervals !== undefined && readInterval(known) === intervalSeconds;
  if (isSame || intervalSeconds === 'calendar') return spec;
  return { ...spec, calendars: [], intervals: [{ every: intervalSeconds * 1000 }] };
}

function policiesOf({
  overlap,
  catchupWindowSeconds,
}: ScheduleFields): NonNullable<ScheduleOptions['policies']> {
  return { overlap, catchupWindow: catchupWindowSeconds * 1000 };
}
