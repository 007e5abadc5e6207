import {
  isRequest,
  type LedgerEvent,
  type RequestKind,
  type RunEventKind,
} from '../../db/queries/run-events.ts';
import type { TaskStatus } from '../../domain/task.ts';
import { scrubJson } from '../../domain/credentials.ts';
import { isClockOff } from '../../domain/worker.ts';
import { isTaskType } from '../../domain/role-workflows.ts';
import { JOB_PREFIX, taskId } from '../../temporal-config/workflow-ids.ts';

export const EVENT_TYPES = ['task', 'job', 'run', 'worker', 'quarantine', 'quality', 'operation'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The run's status after each kind of event. */
const STATUSES: Record<Exclude<RunEventKind, RequestKind>, TaskStatus> = {
  created: 'pending',
  claimed: 'claimed',
  stage: 'running',
  progress: 'running',
  retried: 'pending',
  crashed: 'pending',
  attempt_failed: 'pending',
  continued: 'pending',
  reopened: 'pending',
  completed: 'completed',
  unconfirmed: 'unconfirmed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Returns an event as the stream sends it. */
export function toStreamed(event: LedgerEvent): { type: EventType; data: Record<string, unknown> } {
  if (event.topic === 'run') return runEvent(event);
  const { topic: type, data } = event;
  return { type, data: type === 'worker' ? workerData(data) : data };
}

function runEvent(event: Extract<LedgerEvent, { topic: 'run' }>): ReturnType<typeof toStreamed> {
  const { run, runId } = event;
  const { workflowId, platform, dispensaryId: dispensary_id, role, type } = run;
  const data = {
    status: isRequest(event.event) ? null : STATUSES[event.event],
    event: event.event,
    at: event.at,
    worker_id: event.worker,
    actor: event.actor,
    error_kind: event.errorKind,
    // A job's message may quote its payload.
    message: scrubJson(event.message),
    progress_percent: event.percent,
  };
  if (type === 'job') {
    const job = {
      job_id: workflowId.slice(JOB_PREFIX.length),
      job_type: run.jobType,
      account: scrubJson(run.account),
    };
    return { type: 'job', data: { ...job, platform: scrubJson(platform), ...data } };
  }
  if (isTaskType(run))
    return {
      type: 'task',
      data: { task_id: taskId(workflowId, runId), dispensary_id, role, platform, ...data },
    };
  return { type: 'run', data: { workflow_id: workflowId, run_id: runId, workflow_type: type, ...data } };
}

function workerData({ clock_ahead_ms: aheadMs, ...data }: Record<string, unknown>): Record<string, unknown> {
  return { ...data, clock_is_off: isClockOff(typeof aheadMs === 'number' ? aheadMs : null) };
}
