import type { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { lastHeartbeat } from '../stages/heartbeat.ts';
import type { Db } from '../db/connect.ts';
import type { EventBell } from '../db/event-bell.ts';
import type { ActivityHeartbeat } from '../db/queries/run-heartbeats.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import type { Log } from '../observability/log.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';
import { dispensaryOf, roleOf } from '../temporal-config/run-subject.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { nextAttemptInMs } from './next-attempt.ts';
import type { PlaceRun } from './place-run.ts';
import { createWorkWriter, type Work } from './work-writer.ts';

/** Records the activities of a worker in the ledger. */
export interface WorkRecorder {
  /** Interceptor that sees each activity begin and end, with failures in the form that Temporal gets. */
  watch: ActivityInterceptorsFactory;
  /** The heartbeats of the running activities. */
  heartbeats(): ActivityHeartbeat[];
  /** Writes the remaining notes. */
  end(): Promise<void>;
}

interface RecordOptions {
  db: Db;
  worker: string;
  log: Log;
  /** Rung after anything that may have appended events. */
  bell: EventBell;
  placeRun: PlaceRun;
}

/** The stage that each activity of a chain performs, and the next stage. */
const STAGES: Record<string, { stage: string; next: string }> = {
  fetchMenu: { stage: 'fetch', next: 'ingest' },
  fetchMenuInBrowser: { stage: 'fetch', next: 'ingest' },
  ingestPayload: { stage: 'ingest', next: 'images' },
  downloadImages: { stage: 'images', next: 'images' },
};

const ROLE_TYPES: string[] = Object.values(ROLE_WORKFLOWS);

/**
 * Records in `run_heartbeats` and `runs` which activities a worker runs, and which failed and wait for their next attempt. No
 * activity fails because of a failed record, and none waits, except for the lookup of a run that continues another. Skips the
 * activities of the workflow queue, which are single statements.
 *
 *     (no row) ──► claimed   an attempt begins
 *     claimed  ──► running   it sends a heartbeat
 *     either   ──► waiting   it fails, and Temporal begins another attempt later
 *     waiting  ──► claimed   that attempt begins, on whichever worker
 *     any      ──► (no row)  the activity ends: it completes, fails for good, or is cancelled
 */
export function recordWork(options: RecordOptions): WorkRecorder {
  const writer = createWorkWriter(options);
  const running = new Set<Work>();
  return {
    watch: (context) => ({
      inbound: {
        async execute(input, next) {
          const work = workOf(context, input.args[0]);
          if (work === null) return next(input).finally(() => options.bell.ring());
          await options.placeRun(work);
          running.add(work);
          // Jobs and the stages of chains count their retries themselves: a job when a failed attempt ends, a stage when its next
          // attempt begins.
          const isRetry = work.attempt > 1 && work.type !== 'job' && work.stage === null;
          writer.note(work, isRetry ? 1 : 0);
          try {
            const result = await next(input);
            noteEnd(work, input.args[0], result);
            return result;
          } catch (error) {
            noteFailure(work, context, error);
            throw error;
          } finally {
            running.delete(work);
            writer.note(work);
            options.bell.ring();
          }
        },
      },
    }),
    heartbeats: () => [...running].flatMap(heartbeatOf),
    async end() {
      await writer.end();
      await options.bell.stop();
    },
  };
}

function workOf(context: Context, input: unknown): Work | null {
  const {
    activityId,
    activityType,
    attempt,
    taskQueue,
    workflowExecution,
    workflowType: type,
  } = context.info;
  if (taskQueue === WORKFLOW_QUEUE || workflowExecution === undefined || type === undefined) return null;
  const { role, dispensaryId, payloadId } = fieldsOf(input);
  const { workflowId, runId } = workflowExecution;
  return {
    runId,
    workflowId,
    type,
    activityId,
    activity: activityType,
    attempt,
    state: 'claimed',
    isSequential: type === ROLE_WORKFLOWS.payload_fetch,
    role: ROLE_TYPES.includes(type) ? roleOf(type, textOf(role)) : null,
    dispensaryId: dispensaryOf(workflowId, textOf(dispensaryId)),
    payloadId: type === ROLE_WORKFLOWS.product_refresh ? dispensaryOf('', textOf(payloadId)) : null,
    stage: STAGES[activityType]?.stage ?? null,
    errorKind: null,
    errorMessage: null,
    claimedAt: performance.now(),
    nextAttemptAt: null,
    lastHeartbeat: () => lastHeartbeat(context),
    isWritten: false,
    isInRun: false,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function noteEnd(work: Work, input: unknown, result: unknown): void {
  work.state = 'ended';
  const isLast = fieldsOf(input)['isLastStage'] === true || 'unconfirmed' in fieldsOf(result);
  // A fetch may have to continue in a browser, and any stage may have to wait for the store.
  if (isLast || 'escalateTo' in fieldsOf(result) || 'waitsFor' in fieldsOf(result)) return;
  work.stage = STAGES[work.activity]?.next ?? null;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value) as Record<string, unknown>;
}

function noteFailure(work: Work, context: Context, error: unknown): void {
  const now = performance.now();
  const delayMs = nextAttemptInMs(context, error, now - work.claimedAt);
  work.state = delayMs === null ? 'ended' : 'waiting';
  work.nextAttemptAt = delayMs === null ? null : now + delayMs;
  // A cancellation is not a failure.
  const isFailure = error instanceof ApplicationFailure || !context.cancellationSignal.aborted;
  if (!isFailure) return;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  work.errorKind = (error instanceof ApplicationFailure ? error.type : undefined) ?? name;
  work.errorMessage = scrubCredentials(message);
}

function heartbeatOf({
  runId,
  activityId,
  attempt,
  isWritten,
  lastHeartbeat: last,
}: Work): ActivityHeartbeat[] {
  const at = last();
  return isWritten && at !== null ? [{ runId, activityId, attempt, ageMs: performance.now() - at }] : [];
}
