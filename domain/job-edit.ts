import type { JobInput, JobPayload } from './job.ts';

/** What an edit changes in a job that has not begun; the rest stays. */
export interface JobEdit {
  /** 1 is the most urgent, 10 the least. */
  priority?: number;
  /** ISO 8601: the earliest start; null: now. */
  scheduledFor?: string | null;
  /** At most 16 KiB of JSON, or the pointer to a stored one. */
  payload?: JobPayload;
}

/** An edit as it is requested of a job's workflow. */
export interface RequestedJobEdit extends JobEdit {
  /** Who requests it. */
  requestedBy?: string;
  reason?: string;
}

/** What may be edited, in the words of the API. */
export const EDITED_FIELDS = {
  priority: 'priority',
  scheduledFor: 'scheduled_for',
  payload: 'payload',
} as const;

/** Returns the input with an edit applied. */
export function editedInput<Input extends JobInput>(input: Input, edit: JobEdit): Input {
  const { scheduledFor: known, ...rest } = input;
  const { priority = input.priority, payload = input.payload, scheduledFor = known ?? null } = edit;
  return {
    ...rest,
    ...(priority === undefined ? {} : { priority }),
    ...(payload === undefined ? {} : { payload }),
    ...(scheduledFor === null ? {} : { scheduledFor }),
  } as Input;
}

/** Why a job cannot be edited any more. */
export type NotEditable = 'running' | 'retrying' | 'ended' | 'cancelled' | 'deleted';

const WHY_NOT: Readonly<Record<NotEditable, string>> = {
  running: 'The job is running. Cancel it, then retry it with the new values.',
  retrying:
    'The job has begun, and waits for its next attempt. Cancel it, then retry it with the new values.',
  ended: 'The job has ended. Retry it with the new values.',
  cancelled: 'The cancellation of the job was requested. When it has ended, retry it with the new values.',
  deleted: 'The job was deleted. Start it again.',
};

/** Returns why a job cannot be edited and what to do, in sentences. */
export function describeNotEditable(why: NotEditable): string {
  return WHY_NOT[why];
}

/** The type of the failure with which a workflow refuses an edit. */
export const NOT_EDITABLE = 'NotEditable';
