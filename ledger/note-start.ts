import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { noteBulkAction } from '../db/queries/bulk-actions.ts';
import { notePromotions, noteStartReason } from '../db/queries/run-events.ts';
import { noteRuns, type NotedRun } from '../db/queries/note-runs.ts';
import { findRun, type Run } from '../db/queries/runs.ts';
import { noCounts, reportOf, type BulkActionInput } from '../domain/bulk-action.ts';
import { JOB_PRIORITY_USUAL, JOB_RETRIES_USUAL, type JobInput } from '../domain/job.ts';
import { ROLES } from '../domain/role.ts';
import { STARTER } from '../domain/role-workflows.ts';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import type { StartedJob } from '../temporal-client/job-control.ts';
import { startOrSchedule, type StartedPlan } from '../temporal-client/start-or-schedule.ts';
import type { StartOptions } from '../temporal-client/start-plan.ts';
import { dispensaryOf, type TaskPlan } from '../temporal-client/task-plans.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { usualRetries } from '../temporal-config/task-memo.ts';
import { describeLedgerRun } from './describe-ledger-run.ts';

/** The options of a requested start. */
export interface StartRequest extends StartOptions {
  /** When the work is to start; absent: now. */
  at?: Date | undefined;
  /** Who requests it. */
  requestedBy: string | null;
  /** The requester's reason. */
  reason?: string | null | undefined;
}

/** The servers that a start involves. */
export interface Servers {
  db: Db;
  client: Client;
}

/**
 * Starts a plan, as `startOrSchedule` does, and records it in the ledger, so that lists show it at once.
 * @throws TemporalUnavailable
 */
export async function startNoted(
  { db, client }: Servers,
  plan: TaskPlan,
  requested: StartRequest,
): Promise<StartedPlan> {
  const started = await startOrSchedule(client, plan, requested);
  const { outcome, workflowId, promotedTo: priority } = started;
  const { requestedBy: actor, startedBy: by, reason } = requested;
  try {
    if (outcome !== 'running') {
      await noteRuns(db, [notedStart(started, plan, requested)]);
      await noteStartReason(db, [started], reason);
    } else if (priority !== undefined)
      await notePromotions(db, [workflowId], { priority, actor, by, reason });
  } catch (error) {
    // The plan has been started, so the caller must not retry. The ledger's follower records the run some seconds later.
    if (!isDatabaseUnavailable(error)) throw error;
  }
  return started;
}

/**
 * Reads the run that was started, or was already open.
 * @throws TemporalUnavailable if neither the ledger nor Temporal can describe the run
 */
export async function startedRun(servers: Servers, started: StartedPlan): Promise<Run> {
  if (started.outcome === 'running') return found((await describeLedgerRun(servers, started)).run);
  return found(await findRun(servers.db, started));
}

/** Converts a started plan into a ledger entry. */
export function notedStart(
  { outcome, workflowId, runId }: StartedPlan,
  plan: TaskPlan,
  { maxRetries, at, requestedBy, startedBy }: StartRequest,
): NotedRun {
  const { attributes, priority, start } = plan;
  return {
    ...emptyRun({ workflowId, runId }, outcome === 'later' ? STARTER.type : start.workflow),
    role: ROLES.find((role) => role === attributes.get(ROLE)) ?? null,
    platform: attributes.get(PLATFORM) ?? null,
    dispensaryId: dispensaryOf(plan),
    stateCode: attributes.get(STATE_CODE) ?? null,
    priority: priority ?? null,
    maxRetries: maxRetries ?? usualRetries(start.workflow) ?? null,
    scheduledFor: at ?? null,
    startedBy: startedBy ?? null,
    requestedBy,
  };
}

/** Records the start of a job and returns its run. */
export async function noteJobStart(
  servers: Servers,
  { workflowId, runId, isNew }: StartedJob,
  {
    input,
    requestedBy,
    startedBy,
    reason,
  }: { input: JobInput } & Pick<StartRequest, 'requestedBy' | 'startedBy' | 'reason'>,
): Promise<Run> {
  const execution = { workflowId, runId };
  if (!isNew) return found((await describeLedgerRun(servers, execution)).run);
  const { jobType, platform, account, priority, maxRetries, scheduledFor } = input;
  await noteRuns(servers.db, [
    {
      ...emptyRun(execution, 'job'),
      jobType,
      platform: platform ?? null,
      account: account ?? null,
      priority: priority ?? JOB_PRIORITY_USUAL,
      maxRetries: maxRetries ?? JOB_RETRIES_USUAL,
      scheduledFor: scheduledFor === undefined ? null : new Date(scheduledFor),
      startedBy: startedBy ?? null,
      requestedBy,
    },
  ]);
  await noteStartReason(servers.db, [execution], reason);
  return found(await findRun(servers.db, execution));
}

/** Records the start of a bulk action. */
export async function noteBulkStart(
  { db }: Pick<Servers, 'db'>,
  execution: { workflowId: string; runId: string },
  input: BulkActionInput,
): Promise<void> {
  const { runId } = execution;
  const run = { ...execution, firstRunId: runId, createdAt: runCreatedAt(runId, new Date()) };
  await noteBulkAction(db, { ...run, requestedBy: input.requestedBy ?? null }, reportOf(input, noCounts()));
}

function emptyRun({ workflowId, runId }: { workflowId: string; runId: string }, type: string): NotedRun {
  return {
    workflowId,
    runId,
    firstRunId: runId,
    type,
    createdAt: runCreatedAt(runId, new Date()),
    role: null,
    jobType: null,
    platform: null,
    account: null,
    dispensaryId: null,
    stateCode: null,
    priority: null,
    maxRetries: null,
    retryCount: 0,
    scheduledFor: null,
    startedBy: null,
    requestedBy: null,
  };
}

function found(run: Run | null): Run {
  if (run === null)
    throw new TemporalUnavailable('It was started, but Temporal does not answer with its description.');
  return run;
}
