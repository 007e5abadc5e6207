/** The statuses of a task; `status-meanings.ts` explains each. */
export const TASK_STATUSES = [
  'pending',
  'claimed',
  'running',
  'stale',
  'completed',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses of closed tasks. */
export const CLOSED_STATUSES = [
  'completed',
  'unconfirmed',
  'failed',
  'cancelled',
] as const satisfies TaskStatus[];

/** Statuses of open tasks. */
export const OPEN_STATUSES = ['pending', 'claimed', 'running', 'stale'] as const satisfies TaskStatus[];

export type ClosedStatus = (typeof CLOSED_STATUSES)[number];

/** Whether a task with this status is closed. */
export function isClosed<Status extends TaskStatus>(status: Status): status is Status & ClosedStatus {
  return (CLOSED_STATUSES as readonly TaskStatus[]).includes(status);
}

/**
 * Says why a run cannot be asked to end: it has ended. It may have done so since its status was read.
 * @param what the run, such as “The task”
 */
export function describeEnded(what: string, status: string): string {
  const isKnown = (CLOSED_STATUSES as readonly string[]).includes(status);
  return isKnown ? `${what} has ended: it is ${status}.` : `${what} has just ended.`;
}

/** How long a worker may be silent before its task counts as stale. */
export const STALE_AFTER_MINUTES = 10;

/** The longest time of silence, in minutes, that an operator may set. */
export const STALE_MINUTES_MAX = 100_000;
