import type { RetryPolicy } from '@temporalio/common';
import { CHAIN_RETRIES_USUAL } from '../domain/retry-chain.ts';

/** What whoever starts a task says about it, in the memo of its workflow: no search attribute holds it. */
export interface TaskMemo {
  /** As the API counts: higher is more urgent. */
  priority?: number;
  /** How often the whole task is tried again when it has failed. */
  max_retries?: number;
  /** How often that has happened; only chains have it. */
  retry_count?: number;
  /** ISO 8601: the moment for which it was asked. */
  scheduled_for?: string;
  /** Who asked for it. */
  requested_by?: string;
  /** The id of the workflow that started it with a client, not as its child. */
  started_by?: string;
}

/** What may be asked for with a task, besides what it does. */
export interface TaskWishes {
  priority?: number | undefined;
  maxRetries?: number | undefined;
  retryCount?: number | undefined;
  /** ISO 8601. */
  scheduledFor?: string | undefined;
}

/** On whose behalf something is started. */
export interface StartedFor {
  /** Who asked for it. */
  requestedBy?: string | null | undefined;
  /** The id of the workflow that starts it, not as its child. */
  startedBy?: string | undefined;
}

/** What was not asked for is not in the memo. */
export function memoOf({
  priority,
  maxRetries,
  retryCount,
  scheduledFor,
  requestedBy,
  startedBy,
}: TaskWishes & StartedFor): Record<string, unknown> {
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

/** A memo may be of anybody. */
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

/** How often a workflow is tried again when nobody says it. */
export function usualRetries(workflow: string): number | undefined {
  return workflow === CHAIN ? CHAIN_RETRIES_USUAL : undefined;
}

/**
 * Has a workflow that failed run again, anew and under the same id. Its stages have retries of their own, so it fails late:
 * what they could not get over in that time is not over in a second either. Chains are left out: the id is the lock of their
 * dispensary, so they end, and start their retry themselves.
 */
export function retryOf(workflow: string, { maxRetries }: TaskWishes): { retry?: RetryPolicy } {
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
