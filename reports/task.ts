import type { Run } from '../db/queries/runs.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import { withoutKind } from '../domain/errors.ts';
import type { Role } from '../domain/role.ts';
import { STARTER } from '../domain/role-workflows.ts';
import type { TaskStatus } from '../domain/task.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';

/** A task in the words of operators; unknown values are null. */
export interface Task {
  id: string;
  workflow_id: string;
  run_id: string;
  role: Role;
  dispensary_id: number | null;
  dispensary_name: string | null;
  platform: PlatformName | null;
  state_code: string | null;
  status: TaskStatus;
  /** The current stage of an open chain. */
  stage: 'fetch' | 'ingest' | 'images' | null;
  priority: number | null;
  scheduled_for: Date | null;
  worker_id: string | null;
  worker_name: string | null;
  claimed_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  last_heartbeat_at: Date | null;
  result: Record<string, unknown> | null;
  /** A failure kind, else the name of the error. */
  error_kind: string | null;
  error_message: string | null;
  retry_count: number;
  max_retries: number | null;
  /** Who requested it. */
  requested_by: string | null;
  /** The id of the workflow that started it. */
  started_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Converts a run of the ledger to a task. */
export function taskOf(run: Run): Task {
  return {
    id: taskId(run.workflowId, run.runId),
    workflow_id: run.workflowId,
    run_id: run.runId,
    role: run.role ?? 'payload_fetch',
    dispensary_id: run.dispensaryId,
    dispensary_name: run.dispensaryName,
    platform: run.platform as PlatformName | null,
    state_code: run.stateCode,
    status: run.status,
    stage: run.stage,
    priority: run.priority,
    scheduled_for: run.scheduledFor,
    worker_id: run.worker,
    worker_name: run.workerName,
    claimed_at: run.claimedAt ?? (run.endedAt === null ? null : run.startedAt),
    started_at: run.startedAt,
    completed_at: run.endedAt,
    last_heartbeat_at: run.heartbeatAt,
    result: resultOf(run),
    error_kind: run.errorKind,
    error_message: errorOf(run),
    retry_count: run.retryCount,
    max_retries: run.maxRetries,
    requested_by: run.requestedBy,
    started_by: run.startedBy,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
  };
}

function errorOf({ errorKind: kind, errorMessage: message }: Run): string | null {
  return kind === null ? message : `${kind}: ${withoutKind(message ?? '', kind)}`;
}

/** Returns the result of a run. The result of a starter names the task that it started. */
function resultOf({ type, result }: Run): Task['result'] {
  if (type !== STARTER.type || result === null) return result;
  const { outcome, workflowId, runId } = result as { outcome: unknown; workflowId: string; runId?: string };
  return { outcome, ...(runId === undefined ? {} : { task_id: taskId(workflowId, runId) }) };
}
