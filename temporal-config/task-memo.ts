import type { RetryPolicy } from '@temporalio/common';

/** What whoever starts a task says about it, in the memo of its workflow: no search attribute holds it. */
export interface TaskMemo {
  /** As the API counts: higher is more urgent. */
  priority?: number;
  /** How often the whole task is tried again when it has failed. */
  max_retries?: number;
  /** ISO 8601: the moment for which it was asked. */
  scheduled_for?: string;
}

/** What may be asked for with a task, besides what it does. */
export interface TaskWishes {
  priority?: number | undefined;
  maxRetries?: number | undefined;
  /** ISO 8601. */
  scheduledFor?: string | undefined;
}

/** What was not asked for is not in the memo. */
export function memoOf({ priority, maxRetries, scheduledFor }: TaskWishes): Record<string, unknown> {
  const memo: TaskMemo = {
    ...(priority === undefined ? {} : { priority }),
    ...(maxRetries === undefined ? {} : { max_retries: maxRetries }),
    ...(scheduledFor === undefined ? {} : { scheduled_for: scheduledFor }),
  };
  return { ...memo };
}

/** A memo may be of anybody. */
export function readMemo(memo: Record<string, unknown> | undefined): TaskMemo {
  const { priority, max_retries: maxRetries, scheduled_for: scheduledFor } = memo ?? {};
  return {
    ...(Number.isInteger(priority) ? { priority: priority as number } : {}),
    ...(Number.isInteger(maxRetries) ? { max_retries: maxRetries as number } : {}),
    ...(typeof scheduledFor === 'string' && !Number.isNaN(Date.parse(scheduledFor))
      ? { scheduled_for: scheduledFor }
      : {}),
  };
}

/**
 * Has a workflow that failed run again, anew and under the same id. Its stages have retries of their own, so it fails late:
 * what they could not get over in that time is not over in a second either.
 */
export function retryOf({ maxRetries }: TaskWishes): { retry?: RetryPolicy } {
  if (maxRetries === undefined) return {};
  return {
    retry: {
      maximumAttempts: maxRetries + 1,
      initialInterval: '1 minute',
      backoffCoefficient: 2,
      maximumInterval: '1 hour',
    },
  };
}
