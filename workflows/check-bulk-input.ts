import { ApplicationFailure } from '@temporalio/workflow';
import { REASON_CHARACTERS_MAX } from '../domain/audit-outcome.ts';
import {
  BULK_ACTIONS,
  BULK_KINDS,
  BULK_PAGE_MAX,
  bulkFault,
  type BulkActionInput,
  type BulkCounts,
  type BulkProgress,
} from '../domain/bulk-action.ts';
import { JOB_PRIORITY_MAX, JOB_STATUSES, JOB_TYPE_NAME, JOB_WORD } from '../domain/job.ts';
import { STAGES } from '../domain/run-filter.ts';
import { ERROR_KINDS, JOB_IDS, SEARCH_LENGTH_MAX, SEARCH_WORDS, TASK_IDS } from '../domain/run-list.ts';
import type { JobQuery, RunQuery, TaskQuery } from '../domain/run-query.ts';
import { STATE_CODES } from '../domain/state-code.ts';
import { TASK_STATUSES } from '../domain/task.ts';
import { WORKER_ROLES } from '../temporal-config/role-queues.ts';
import { isDatabaseId, isMoment, isPlatform, isWithin, orNone } from './input-checks.ts';
import { hasFields, isJsonObject, requireInput, type Requirements } from './require-input.ts';

const isOneOf = (words: readonly string[]) => (value: unknown) => words.includes(value as string);
const isSeveralOf = (words: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && value.split(',').every(isOneOf(words));
const isText = (text: unknown) => typeof text === 'string' && /^\P{Cc}{1,300}$/u.test(text);
const isMatch = (pattern: RegExp, most?: number) => (text: unknown) =>
  typeof text === 'string' && pattern.test(text) && text.length <= (most ?? Infinity);

/** Filter fields that tasks and jobs share. */
const EITHER: Omit<Requirements<RunQuery>, 'ids' | 'status' | 'platform' | 'priority' | 'priority_min'> = {
  worker: orNone(isText),
  error: orNone(isMatch(ERROR_KINDS)),
  retries_min: orNone((count) => isWithin(count, 0, 1_000_000)),
  requested_by: orNone(isText),
  search: orNone(isMatch(SEARCH_WORDS, SEARCH_LENGTH_MAX)),
  since: orNone(isMoment),
  until: orNone(isMoment),
  ended_since: orNone(isMoment),
  ended_until: orNone(isMoment),
};

const TASK_FILTER: Requirements<TaskQuery> = {
  role: orNone(isOneOf(WORKER_ROLES)),
  status: orNone(isSeveralOf(TASK_STATUSES)),
  dispensary_id: orNone(isDatabaseId),
  platform: orNone(isPlatform),
  state: orNone(isSeveralOf(STATE_CODES)),
  stage: orNone(isOneOf(STAGES)),
  started_by: orNone(isText),
  ids: orNone(isMatch(TASK_IDS)),
  priority: orNone(Number.isSafeInteger),
  priority_min: orNone(Number.isSafeInteger),
  ...EITHER,
};

const isJobPriority = (key: unknown) => isWithin(key, 1, JOB_PRIORITY_MAX);

const JOB_FILTER: Requirements<JobQuery> = {
  status: orNone(isSeveralOf(JOB_STATUSES)),
  job_type: orNone(isMatch(JOB_TYPE_NAME)),
  platform: orNone(isMatch(JOB_WORD)),
  account: orNone(isMatch(JOB_WORD)),
  ids: orNone(isMatch(JOB_IDS)),
  priority: orNone(isJobPriority),
  priority_min: orNone(isJobPriority),
  ...EITHER,
};

/** Refuses a wrong input of a bulk action. @throws ApplicationFailure InvalidInput, which names what is accepted */
export function checkBulkInput(args: unknown[]): void {
  requireInput<BulkActionInput>('bulkAction', args, {
    action: isOneOf(BULK_ACTIONS),
    of: isOneOf(BULK_KINDS),
    filter: isJsonObject,
    reason: orNone((reason) => typeof reason === 'string' && reason.length <= REASON_CHARACTERS_MAX),
    requestedBy: orNone(isText),
    pageSize: orNone((size) => isWithin(size, 1, BULK_PAGE_MAX)),
    progress: orNone(isProgress),
  });
  const input = args[0] as BulkActionInput;
  if (input.of === 'tasks')
    requireInput<TaskQuery>('bulkAction of tasks, filter', [input.filter], TASK_FILTER);
  else requireInput<JobQuery>('bulkAction of jobs, filter', [input.filter], JOB_FILTER);
  const fault = bulkFault(input);
  if (fault !== null) throw ApplicationFailure.nonRetryable(`bulkAction: ${fault}`, 'InvalidInput');
}

/** Whether a value has the form of the progress that this workflow passes to its next run. */
function isProgress(progress: unknown): boolean {
  const isCount = (value: unknown) => isWithin(value, 0, Number.MAX_SAFE_INTEGER);
  return hasFields<BulkProgress>(progress, {
    before: isMoment,
    after: (id) => id === null || typeof id === 'string',
    counts: (counts) =>
      hasFields<BulkCounts>(counts, {
        matched: (count) => count === null || isCount(count),
        done: isCount,
        skipped: Array.isArray,
        failed: Array.isArray,
      }),
  });
}
