import type { RetryPolicy } from '@temporalio/common';
import { CHAIN_RETRIES_USUAL } from '../domain/retry-chain.ts';

/** The memo of a task's workflow, written by whoever starts the workflow. No search attribute holds these values. */
export interface TaskMemo {
  /** The API's priority: higher is more urgent. */
  priority?: number;
  /** How often the whole task is retried after a failure. */
  max_retries?: number;
  /** How many retries there have been; only chains have it. */
  retry_count?: number;
  /** ISO 8601: the requested start time. */
  scheduled_for?: string;
  /** Who requested it. */
  requested_by?: string;
  /** The id of the workflow that started this one through a client; absent if this one was started as a child. */
  started_by?: string;
}

/** What a request for a task may set besides the input. */
export interface TaskOptions {
  priority?: number | undefined;
  maxRetries?: number | undefined;
  retryCount?: number | undefined;
  /** ISO 8601. */
  scheduledFor?: string | undefined;
}

/** Who requested or started something. */
export interface StartedFor {
  /** Who requested it. */
  requestedBy?: string | null | undefined;
  /** The id of the workflow that starts it through a client, not as a child. */
  startedBy?: string | undefined;
}

/** Builds the memo of a task. Leaves out what was not requested. */
export function memoOf({
  priority,
  maxRetries,
  retryCount,
  scheduledFor,
  requestedBy,
  startedBy,
}: TaskOptions & StartedFor): Record<string, unknown> {
  const memo: TaskMemo = {
    ...(priority === undefined ? {} : { priority }),
    ...(maxRetries === undefined ? {} : { max_retries: maxRetries }),
    ...(retryCount === undefined ? {} : { retry_count: retryCount }),
    ...(scheduledFor === undefined ? {} : { scheduled_for: scheduledFor }),
    ...(requestedBy == null ? {} : { requested_by: requestedBy }),
    ...(startedBy === undefined ? {} : { started_by: startedBy }),
  };
  return { ...memo };
}

/** Reads a memo and drops invalid values: anybody may have written it. */
export function readMemo(memo: Record<string, unknown> | undefined): TaskMemo {
  const {
    priority,
    max_retries: maxRetries,
    retry_count: retryCount,
    scheduled_for: scheduledFor,
    requested_by: requestedBy,
    started_by: startedBy,
  } = memo ?? {};
  return {
    ...(Number.isInteger(priority) ? { priority: priority as number } : {}),
    ...(Number.isInteger(maxRetries) ? { max_retries: maxRetries as number } : {}),
    ...(Number.isInteger(retryCount) ? { retry_count: retryCount as number } : {}),
    ...(typeof scheduledFor === 'string' && !Number.isNaN(Date.parse(scheduledFor))
      ? { scheduled_for: scheduledFor }
      : {}),
    ...(isName(requestedBy) ? { requested_by: requestedBy } : {}),
    ...(isName(startedBy) ? { started_by: startedBy } : {}),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^\P{Cc}{1,1000}$/u.test(value);
}

const CHAIN = 'crawlDispensary';

/** Returns the default number of retries of a workflow; undefined for workflows other than chains. */
export function usualRetries(workflow: string): number | undefined {
  return workflow === CHAIN ? CHAIN_RETRIES_USUAL : undefined;
}

/**
 * Returns the retry policy that runs a failed workflow again under the same id. The first retry waits a minute, because the
 * workflow fails late, after its activities' own retries. Chains have no such policy: their id is the lock of their dispensary,
 * so a failed chain ends, and schedules its own retry.
 */
export function retryOf(workflow: string, { maxRetries }: TaskOptions): { retry?: RetryPolicy } {
  if (maxRetries === undefined || workflow === CHAIN) return {};
  return {
    retry: {
      maximumAttempts: maxRetries + 1,
      initialInterval: '1 minute',
      backoffCoefficient: 2,
      maximumInterval: '1 hour',
    },
  };
}
