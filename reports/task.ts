import type { LedgerChain, StoreNames } from '../db/queries/tasks.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Role } from '../domain/role.ts';
import type { TaskStatus } from '../domain/task.ts';
import type { TaskRun } from '../temporal-client/list-task-runs.ts';
import type { TaskLook } from '../temporal-client/look-at-tasks.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';

/** A task as people see it, in the words of operators; what nobody knows is null. */
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
  /** The stage of a chain that is open, waits, or was the last. */
  stage: 'fetch' | 'ingest' | 'images' | null;
  priority: number | null;
  scheduled_for: Date | null;
  worker_id: string | null;
  claimed_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  last_heartbeat_at: Date | null;
  result: Record<string, unknown> | null;
  error_message: string | null;
  retry_count: number;
  max_retries: number | null;
  created_at: Date;
  updated_at: Date;
}

/** What was asked for with a task. */
export interface Wishes extends Pick<Task, 'priority' | 'scheduled_for' | 'max_retries'> {
  /** How often the chain had run before, and failed. */
  retriesBefore: number;
}

const UNKNOWN_WISHES: Wishes = { priority: null, scheduled_for: null, max_retries: null, retriesBefore: 0 };

/** What was asked for with a run, as far as its memo tells. */
export function wishesOf({ memo, scheduledFor }: TaskRun): Wishes {
  return {
    priority: memo.priority ?? null,
    scheduled_for: scheduledFor,
    max_retries: memo.max_retries ?? null,
    retriesBefore: memo.retry_count ?? 0,
  };
}

/** What the ledger tells of an open chain. */
export interface BegunFacts {
  stage: Task['stage'];
  startedAt: Date;
  worker: string;
  retries: number;
}

export interface OpenFacts {
  store: StoreNames | undefined;
  look: TaskLook | undefined;
  begun: BegunFacts | undefined;
  staleAfterMs: number;
}

/** An open task: what visibility lists, what was seen at a look, and what the ledger knows of its beginning. */
export function openTask(run: TaskRun, { store, look, begun, staleAfterMs }: OpenFacts): Task {
  const { state = begun === undefined ? 'ready' : 'running', activity = null } = look ?? {};
  const inHand = state === 'running' || state === 'claimed';
  const claimedAt = inHand ? (activity?.attemptStartedAt ?? null) : null;
  const heartbeatAt = activity?.lastHeartbeatAt ?? null;
  const startedAt = begun?.startedAt ?? activity?.attemptStartedAt ?? null;
  const heardAt = latest(claimedAt, heartbeatAt);
  const isStale = inHand && heardAt !== null && Date.now() - heardAt.getTime() >= staleAfterMs;
  return {
    ...named(run, store),
    status: isStale ? 'stale' : statusOf(state),
    stage: begun?.stage ?? null,
    worker_id: inHand ? (activity?.worker ?? begun?.worker ?? null) : null,
    claimed_at: claimedAt,
    started_at: startedAt,
    completed_at: null,
    last_heartbeat_at: heartbeatAt,
    result: null,
    error_message: activity?.lastFailure ?? null,
    retry_count: (run.memo.retry_count ?? 0) + Math.max(begun?.retries ?? 0, (activity?.attempt ?? 1) - 1),
    updated_at: latest(run.createdAt, startedAt, heardAt) ?? run.createdAt,
  };
}

function statusOf(state: TaskLook['state']): TaskStatus {
  // One that has closed since is shown as closed at the next look.
  if (state === 'closed' || state === 'running') return 'running';
  return state === 'claimed' ? 'claimed' : 'pending';
}

/** A closed task that the ledger does not know. */
export function closedTask(
  run: TaskRun,
  status: TaskStatus,
  {
    store,
    result = null,
    error = null,
  }: { store: StoreNames | undefined; result?: Task['result']; error?: string | null },
): Task {
  return {
    ...named(run, store),
    status,
    stage: null,
    worker_id: null,
    claimed_at: null,
    started_at: null,
    completed_at: run.closedAt,
    last_heartbeat_at: null,
    result,
    error_message: error,
    retry_count: run.memo.retry_count ?? 0,
    updated_at: run.closedAt ?? run.createdAt,
  };
}

function named(run: TaskRun, store: StoreNames | undefined) {
  const { retriesBefore: _, ...wishes } = wishesOf(run);
  return {
    id: taskId(run.workflowId, run.runId),
    workflow_id: run.workflowId,
    run_id: run.runId,
    role: run.role,
    dispensary_id: run.dispensaryId,
    dispensary_name: store?.name ?? null,
    platform: store?.platform ?? run.platform,
    state_code: store?.stateCode ?? run.stateCode,
    ...wishes,
    created_at: run.createdAt,
  };
}

/**
 * A chain that the ledger has, as it ended; one that it holds for running has ended without a word.
 * @param wishes what was asked for with it, which is not in the ledger
 */
export function ledgerTask(chain: LedgerChain, wishes: Wishes = UNKNOWN_WISHES): Task {
  const { workflowId, runId, status, payloadId, payloadBytes, counts, endedAt, startedAt, createdAt } = chain;
  return {
    id: taskId(workflowId, runId),
    workflow_id: workflowId,
    run_id: runId,
    role: chain.role,
    dispensary_id: chain.dispensaryId,
    dispensary_name: chain.dispensaryName,
    platform: chain.platform,
    state_code: chain.stateCode,
    status: status === 'running' ? 'failed' : status,
    stage: null,
    priority: wishes.priority,
    scheduled_for: wishes.scheduled_for,
    worker_id: chain.worker,
    claimed_at: startedAt,
    started_at: startedAt,
    completed_at: endedAt,
    last_heartbeat_at: null,
    result:
      payloadId === null
        ? null
        : { payload_id: payloadId, size_bytes: payloadBytes, crawl_run_id: chain.crawlRunId, counts },
    error_message: chain.errorKind === null ? null : `${chain.errorKind}: ${chain.errorMessage ?? ''}`,
    retry_count: wishes.retriesBefore + chain.retries,
    max_retries: wishes.max_retries,
    created_at: createdAt,
    updated_at: endedAt ?? createdAt,
  };
}

function latest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : new Date(Math.max(...known.map((moment) => moment.getTime())));
}

/** Newest first; of one moment by the run's id. */
export function byAge(one: Task, other: Task): number {
  return (
    other.created_at.getTime() - one.created_at.getTime() ||
    (one.run_id < other.run_id ? 1 : one.run_id > other.run_id ? -1 : 0)
  );
}
