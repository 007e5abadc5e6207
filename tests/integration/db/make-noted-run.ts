import type { RunClaim } from '../../../db/queries/crawl-runs.ts';
import type { JobRunName } from '../../../db/queries/job-runs.ts';
import type { NotedRun } from '../../../db/queries/note-runs.ts';
import type { WorkNote } from '../../../db/queries/run-heartbeats.ts';

/** Returns a run id as a server makes it for a run that begins at `moment`. */
export function runIdAt(moment: Date, digit = 0): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(digit).padStart(12, '0')}`;
}

export function discovery(runId: string): NotedRun {
  return {
    runId,
    firstRunId: runId,
    workflowId: `discover/dutchie/${runId}`,
    type: 'discoverStores',
    createdAt: new Date(),
    role: 'store_discovery',
    jobType: null,
    platform: 'dutchie',
    account: null,
    dispensaryId: null,
    stateCode: 'AZ',
    priority: 0,
    maxRetries: 3,
    retryCount: 0,
    scheduledFor: null,
    startedBy: null,
    requestedBy: 'ops',
  };
}

export function workOn(
  run: Pick<NotedRun, 'runId' | 'workflowId' | 'type'>,
  change: Partial<WorkNote>,
): WorkNote {
  return {
    runId: run.runId,
    workflowId: run.workflowId,
    type: run.type,
    activityId: '1',
    activity: 'searchStores',
    attempt: 1,
    state: 'claimed',
    claimedAgeMs: 5,
    heartbeatAgeMs: null,
    nextAttemptInMs: null,
    isNew: true,
    isNewToRun: true,
    isSequential: false,
    role: null,
    dispensaryId: null,
    payloadId: null,
    stage: null,
    retries: 0,
    errorKind: null,
    errorMessage: null,
    ...change,
  };
}

/** Returns the run of a chain as a worker records it. */
export function chainOf({
  workflowId,
  workflowRunId,
  dispensaryId,
}: Pick<RunClaim, 'workflowId' | 'workflowRunId' | 'dispensaryId'>): NotedRun {
  const type = 'crawlDispensary';
  return { ...discovery(workflowRunId), workflowId, type, role: 'payload_fetch', dispensaryId };
}

/** Returns the run of a job as the job's attempts identify it. */
export function jobRun(): JobRunName {
  return {
    id: 'nightly',
    workflowRunId: runIdAt(new Date()),
    createdAt: new Date(),
    jobType: 'sync',
    platform: null,
    account: 'ann',
    priority: 5,
    payload: {},
    maxRetries: 3,
    scheduledFor: null,
  };
}
