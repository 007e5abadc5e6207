import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Role } from '../domain/role.ts';
import type { Log } from '../observability/log.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { JOB_PREFIX } from '../temporal-config/workflow-ids.ts';

/** The roles of activities whose input does not name one. Fan-outs and jobs have none. */
const ROLES_OF_ACTIVITIES: Record<string, Role> = {
  ingestPayload: 'product_refresh',
  refreshPayload: 'product_refresh',
  discoverStoresOfState: 'store_discovery',
  resolveEntryPoint: 'entry_point_discovery',
  refreshAnalyticsViews: 'analytics_refresh',
  probeProxies: 'proxy_probe',
  sweepStorage: 'storage_sweep',
};

/** The input fields that identify the subject of a task. */
const SUBJECTS = ['dispensaryId', 'payloadId', 'platform', 'stateCode', 'jobType', 'turn'];

/** The most counts in a line: a job type may return any number of fields. */
const COUNTS_MAX = 20;

/**
 * Logs each task that the worker claims, and each that it completes: a stage of a chain, a job, or other work of a role. Failures
 * are logged elsewhere, and the workflows' single statements are not tasks. Of the input and the result, a line contains only
 * ids, names and counts.
 */
export function taskLog(log: Log): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        if (info.taskQueue === WORKFLOW_QUEUE) return next(input);
        const task = describeTask(info, input.args[0]);
        log.info(task, 'task claimed');
        const startMs = performance.now();
        const result = await next(input);
        const durationMs = Math.round(performance.now() - startMs);
        log.info({ ...task, durationMs, ...describeResult(result) }, 'task completed');
        return result;
      },
    },
  });
}

function describeTask({ activityType, attempt, workflowExecution }: Info, input: unknown): object {
  const fields = fieldsOf(input);
  const workflowId = workflowExecution?.workflowId;
  return {
    activity: activityType,
    role: ROLES_OF_ACTIVITIES[activityType] ?? fields['role'] ?? null,
    workflowId,
    runId: workflowExecution?.runId,
    ...(workflowId?.startsWith(JOB_PREFIX) ? { jobId: workflowId.slice(JOB_PREFIX.length) } : {}),
    ...Object.fromEntries(SUBJECTS.flatMap((name) => (name in fields ? [[name, fields[name]]] : []))),
    attempt,
  };
}

function describeResult(result: unknown): object {
  const fields = fieldsOf(result);
  const counts = Object.entries({ ...fields, ...fieldsOf(fields['counts']) }).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [[name, value.length]];
    return typeof value === 'number' && !name.endsWith('Id') ? [[name, value]] : [];
  });
  return {
    ...('payloadId' in fields ? { payloadId: fields['payloadId'] } : {}),
    // A fetch whose menu is not believed, or that must continue in a browser, has completed too.
    ...('unconfirmed' in fields ? { outcome: 'unconfirmed' } : {}),
    ...('escalateTo' in fields ? { outcome: 'escalated' } : {}),
    // The workflow waits for another task of the store, then retries.
    ...('waitsFor' in fields ? { outcome: 'waiting' } : {}),
    counts: Object.fromEntries(counts.slice(0, COUNTS_MAX)),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
