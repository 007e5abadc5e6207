import { ApplicationFailure, patched, workflowInfo } from '@temporalio/workflow';
import { scrubCredentials } from '../domain/credentials.ts';
import { REASON_CHARACTERS_MAX } from '../domain/audit-outcome.ts';
import { BULK_ACTIONS, BULK_KINDS, BULK_PAGE_MAX } from '../domain/bulk-action.ts';
import { BATCHES_MAX, INTERVAL_HOURS_MAX, PAGE_SIZE_MAX, SPREAD_HOURS_MAX } from '../domain/crawl-due.ts';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { CREDENTIAL_NAME_TAKES, JOB_CREDENTIALS_MAX } from '../domain/job-credential.ts';
import {
  JOB_DEPENDENCIES_MAX,
  JOB_PRIORITY_MAX,
  JOB_RETRIES_MAX,
  JOB_TYPE_NAME_TAKES,
  JOB_WORD_TAKES,
  ON_FAILURE,
} from '../domain/job.ts';
import { isValueTooDeep, JSON_DEPTH_MAX } from '../domain/json-depth.ts';
import { CHAIN_ROLES } from '../domain/role.ts';
import { STAGES } from '../domain/run-filter.ts';
import { ERROR_KINDS_TAKES, SEARCH_WORDS_TAKES } from '../domain/run-list.ts';
import { WORKER_ROLES } from '../temporal-config/role-queues.ts';
import { SCHEDULED_WORKFLOWS } from '../temporal-config/schedules.ts';
import { ACCEPTED_EARLIER } from './accepted-earlier.ts';

/** A check for each field of an input. Other fields are refused. */
export type Requirements<Input> = { [Field in keyof Input]-?: Check };

type Check = (value: unknown) => boolean;

const NAME = `a name of ${JOB_WORD_TAKES} or an emoji`;
const JOB_PRIORITY = `a whole number from 1 to ${JOB_PRIORITY_MAX}`;
const MOMENT = 'a time such as 2026-01-31T08:00:00Z';
const ONE_LINE = 'a text of 1 to 300 characters in one line';

/**
 * What each field accepts, in words, for the message. A key may start with the workflow's name where the field differs between
 * workflows.
 */
const TAKES: Record<string, string> = {
  dispensaryId: 'a whole number above 0',
  payloadId: 'a whole number above 0',
  jobType: `a name of ${JOB_TYPE_NAME_TAKES}`,
  payload: `a JSON object nested at most ${JSON_DEPTH_MAX} levels deep`,
  maxRetries: `a whole number from 0 to ${JOB_RETRIES_MAX}`,
  scheduledFor: MOMENT,
  dependsOn: `a list of up to ${JOB_DEPENDENCIES_MAX} ids of jobs`,
  onFailure: ON_FAILURE.map((word) => JSON.stringify(word)).join(', '),
  credentials: `a list of at most ${JOB_CREDENTIALS_MAX} names of ${CREDENTIAL_NAME_TAKES}`,
  platform: PLATFORM_NAMES.map((name) => JSON.stringify(name)).join(' or '),
  role: CHAIN_ROLES.map((role) => JSON.stringify(role)).join(' or '),
  scope: '"all" or a two-letter state',
  intervalHours: `a number of hours from 0 to ${INTERVAL_HOURS_MAX}`,
  states: 'a list of two-letter states',
  areas: 'a list such as [{"stateCode": "AZ", "city": "Mesa"}] or with near: {latitude, longitude, miles}',
  images: 'true or false',
  ownIntervals: 'true or false',
  window: 'a whole number above 0',
  pageSize: `a whole number from 1 to ${PAGE_SIZE_MAX}`,
  spread: `{"batches": a whole number from 1 to ${BATCHES_MAX}, "overHours": a number of hours above 0, at most ${SPREAD_HOURS_MAX}}`,
  priority: 'a whole number',
  crawl: 'true or false',
  progress:
    'the progress of an earlier run of the same fan-out, which the workflow itself passes on; leave it out',
  workflow: [...SCHEDULED_WORKFLOWS].map((name) => JSON.stringify(name)).join(', '),
  workflowId: 'the fixed id of that workflow, such as "crawl/12", "crawl-due/all" or "analytics"',
  input: 'the input of that workflow, a JSON object',
  later:
    '{"summary": text of up to 400 bytes}, and optionally priority, maxRetries, retryCount, scheduledFor',
  action: BULK_ACTIONS.map((name) => JSON.stringify(name)).join(' or '),
  of: BULK_KINDS.map((name) => JSON.stringify(name)).join(' or '),
  filter:
    'a JSON object with fields of the query of GET /api/tasks or /api/jobs, such as {"status": "failed", "error": "Blocked"}',
  reason: `a text of at most ${REASON_CHARACTERS_MAX} characters`,
  requestedBy: ONE_LINE,
  dispensary_id: 'a whole number above 0',
  status: 'one or several statuses, separated by commas, such as "failed,cancelled"',
  state: 'a two-letter state, in capital letters',
  stage: STAGES.map((name) => JSON.stringify(name)).join(' or '),
  error: ERROR_KINDS_TAKES,
  search: SEARCH_WORDS_TAKES,
  worker: ONE_LINE,
  started_by: ONE_LINE,
  requested_by: ONE_LINE,
  priority_min: 'a whole number',
  retries_min: 'a whole number from 0 to 1000000',
  since: MOMENT,
  until: MOMENT,
  ended_since: MOMENT,
  ended_until: MOMENT,
  job_type: `a name of ${JOB_TYPE_NAME_TAKES}`,
  account: NAME,
  'bulkAction.pageSize': `a whole number from 1 to ${BULK_PAGE_MAX}`,
  'bulkAction.progress':
    'the progress of an earlier run of the same bulk action, which the workflow itself passes on; leave it out',
  'bulkAction of tasks, filter.role': WORKER_ROLES.join(' or '),
  'bulkAction of jobs, filter.platform': NAME,
  'bulkAction of jobs, filter.priority': JOB_PRIORITY,
  'bulkAction of jobs, filter.priority_min': JOB_PRIORITY,
  // In a job, these fields accept other values than in a crawl.
  'job.platform': NAME,
  'job.priority': JOB_PRIORITY,
};

/**
 * Refuses a wrong input, such as one that a person mistyped. Without this check, the workflow's code would throw, and Temporal
 * would retry the workflow task forever while the workflow appears to be running.
 * @param args all arguments of the workflow; the first is its input
 * @throws ApplicationFailure InvalidInput, not retryable
 */
export function requireInput<Input extends object>(
  workflow: string,
  [input, ...more]: unknown[],
  requirements: Requirements<Input>,
): void {
  const checks = Object.entries<Check>(requirements);
  const text = (field: string): string => TAKES[`${workflow}.${field}`] ?? TAKES[field] ?? 'something else';
  const faults: string[] = [];
  let wasAccepted = true;
  if (more.length > 0)
    faults.push(`the arguments after the input are ${shown(more)}; it takes the input alone`);
  if (input === undefined || input === null || isJsonObject(input)) {
    const given = input ?? {};
    const names = checks.map(([field]) => field).join(', ');
    for (const [field, accepts] of checks) {
      if (isAccepted(accepts, given[field])) continue;
      faults.push(`${field} is ${shown(given[field])}; it takes ${text(field)}`);
      wasAccepted &&= isAccepted(ACCEPTED_EARLIER[workflow]?.[field] ?? accepts, given[field]);
    }
    for (const field of Object.keys(given))
      if (!Object.hasOwn(requirements, field))
        faults.push(`the field ${shown(field)} is not known; it takes ${names}`);
  } else {
    wasAccepted = false;
    const fields = checks.map(([field]) => `${field} (${text(field)})`).join(', ');
    faults.push(`the input is ${shown(input)}; it takes a JSON object with ${fields}`);
  }
  if (faults.length > 0 && (!wasAccepted || isStrict())) refuse(workflow, faults);
}

/** The id of the patch that refuses input which earlier code accepted. `patched` is called only for such input. */
export const STRICT_INPUT = 'strict-input';

/**
 * Whether to refuse input that earlier code accepted. False for a workflow that started with such input before the patch: it
 * replays as before, and keeps the input when it continues as new.
 */
function isStrict(): boolean {
  const { continuedFromExecutionRunId, cronSchedule } = workflowInfo();
  // Each run of a cron schedule starts afresh.
  const isContinued = continuedFromExecutionRunId !== undefined && cronSchedule === undefined;
  return !isContinued && patched(STRICT_INPUT);
}

/**
 * Refuses any input of a workflow that takes none; schedules pass an empty object.
 * @throws ApplicationFailure InvalidInput, not retryable
 */
export function requireNoInput(workflow: string, args: unknown[]): void {
  const [input, ...more] = args;
  const isNone = input === undefined || (isJsonObject(input) && Object.keys(input).length === 0);
  if (isNone && more.length === 0) return;
  if (isStrict())
    refuse(workflow, [`the input is ${shown(args.length === 1 ? input : args)}; it takes none, or {}`]);
}

/** Whether a value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object with only these fields, each of which passes its check. */
export function hasFields<Fields extends object>(
  value: unknown,
  requirements: Requirements<Fields>,
): boolean {
  if (!isJsonObject(value)) return false;
  const checks = Object.entries<Check>(requirements);
  return (
    checks.every(([field, accepts]) => isAccepted(accepts, value[field])) &&
    Object.keys(value).every((field) => Object.hasOwn(requirements, field))
  );
}

function isAccepted(accepts: Check, value: unknown): boolean {
  try {
    return accepts(value);
  } catch {
    return false;
  }
}

/** The history keeps the failure, so a long value is cut. */
const SHOWN_LENGTH_MAX = 200;

function shown(value: unknown): string {
  // JSON.stringify would overflow the stack.
  if (isValueTooDeep(value)) return `nested more than ${JSON_DEPTH_MAX} levels deep`;
  // Scrub before cutting: a password that is cut in half would not be recognised.
  const json = scrubCredentials(value === undefined ? 'missing' : JSON.stringify(value));
  return cut(json, SHOWN_LENGTH_MAX);
}

/** Keeps surrogate pairs whole, because the server refuses a failure with half a pair. */
function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}

/** Limits of a refusal's message. The server refuses a failure that is too large, and would retry the workflow task forever. */
const FAULTS_SHOWN = 10;
const MESSAGE_LENGTH_MAX = 3_500;

function refuse(workflow: string, faults: string[]): never {
  const more = faults.length - FAULTS_SHOWN;
  const text = [...faults.slice(0, FAULTS_SHOWN), ...(more > 0 ? [`and ${more} more faults`] : [])].join(
    '; ',
  );
  throw ApplicationFailure.nonRetryable(cut(`${workflow}: ${text}`, MESSAGE_LENGTH_MAX), 'InvalidInput');
}

/**
 * Refuses a workflow whose id is not the fixed id that serves as its lock.
 * @throws ApplicationFailure InvalidInput, not retryable
 */
export function requireId(workflow: string, workflowId: string): void {
  const given = workflowInfo().workflowId;
  if (given === workflowId) return;
  throw ApplicationFailure.nonRetryable(
    `${workflow}: the workflow id is ${JSON.stringify(given)}; for this input it has to be ${JSON.stringify(workflowId)}`,
    'InvalidInput',
  );
}
