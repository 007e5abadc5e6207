/** Where a task is; `status-meanings.ts` says what each means. */
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

/** Of those that are over. */
export const CLOSED_STATUSES = [
  'completed',
  'unconfirmed',
  'failed',
  'cancelled',
] as const satisfies TaskStatus[];

/** Of those that are not. */
export const OPEN_STATUSES = ['pending', 'claimed', 'running', 'stale'] as const satisfies TaskStatus[];

export type ClosedStatus = (typeof CLOSED_STATUSES)[number];

/** Whether a task of this status is over. */
export function isClosed<Status extends TaskStatus>(status: Status): status is Status & ClosedStatus {
  return (CLOSED_STATUSES as readonly TaskStatus[]).includes(status);
}

/** How long nothing may be heard of a worker before its task counts as stale. */
export const STALE_AFTER_MINUTES = 10;

/** The longest of these times that an operator may name. */
export const STALE_MINUTES_MAX = 100_000;
