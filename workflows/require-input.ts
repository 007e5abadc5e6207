import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';

/** For each field that is needed, whether a value will do. */
type Requirements<Input> = { [Field in keyof Input]?: (value: unknown) => boolean };

const NAME = 'a name of up to 100 characters, none of them a control character or an emoji';

/** What the fields take, in words, for the message; with the workflow before it where another one has the same field. */
const TAKES: Record<string, string> = {
  dispensaryId: 'a whole number above 0',
  payloadId: 'a whole number above 0',
  jobType: 'a name of small letters, digits and underscores',
  payload: 'a JSON object',
  maxRetries: 'a whole number from 0 to 100',
  scheduledFor: 'a time such as 2026-01-31T08:00:00Z',
  platform: PLATFORM_NAMES.map((name) => JSON.stringify(name)).join(' or '),
  role: '"payload_fetch" or "product_discovery"',
  scope: '"all" or a two-letter state',
  intervalHours: 'a number of hours from 0 to 876000',
  states: 'a list of two-letter states',
  areas: 'a list such as [{"stateCode": "AZ", "city": "Mesa"}] or with near: {latitude, longitude, miles}',
  images: 'true or false',
  ownIntervals: 'true or false',
  window: 'a whole number above 0',
  pageSize: 'a whole number from 1 to 200',
  spread: '{"batches": a whole number from 1 to 1000, "overHours": a number of hours above 0, at most 744}',
  priority: 'a whole number',
  // Of jobs these are something else.
  'job.platform': NAME,
  'job.account': NAME,
  'job.priority': 'a whole number from 1 to 10',
};

/**
 * Refuses an input that a person typed wrongly. Without it the workflow's code would throw, and Temporal would try the
 * same task again and again while the workflow looks as if it were running.
 * @throws ApplicationFailure InvalidInput, not to be tried again
 */
export function requireInput<Input extends object>(
  workflow: string,
  input: Input,
  requirements: Requirements<Input>,
): void {
  const given = (input ?? {}) as Record<string, unknown>;
  const wrong = Object.entries(requirements).filter(
    ([field, accepts]) => !(accepts as (value: unknown) => boolean)(given[field]),
  );
  if (wrong.length === 0) return;
  const words = wrong.map(
    ([field]) =>
      `${field} is ${JSON.stringify(given[field]) ?? 'missing'}; it takes ${TAKES[`${workflow}.${field}`] ?? TAKES[field] ?? 'something else'}`,
  );
  throw ApplicationFailure.nonRetryable(`${workflow}: ${words.join('; ')}`, 'InvalidInput');
}

/**
 * Refuses a workflow that was started under another id than the one that is its lock.
 * @throws ApplicationFailure InvalidInput, not to be tried again
 */
export function requireId(workflow: string, workflowId: string): void {
  const given = workflowInfo().workflowId;
  if (given === workflowId) return;
  throw ApplicationFailure.nonRetryable(
    `${workflow}: the workflow id is ${JSON.stringify(given)}; for this input it has to be ${JSON.stringify(workflowId)}`,
    'InvalidInput',
  );
}
