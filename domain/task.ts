/**
 * Where a task is. `pending`: no worker has it, or it waits for its time, for its next attempt, or for its next stage.
 * `claimed`: a worker has it, and has not told of any progress. `running`: its worker heartbeats. `stale`: the last that
 * was heard of its worker is too long ago. `completed`, `failed`, `cancelled`: it is over; `unconfirmed` too: its menu is
 * not believed, and nothing went in.
 */
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
