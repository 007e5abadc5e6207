import {
  Worker,
  type ActivityInterceptorsFactory,
  type NativeConnection,
  type WorkerOptions,
} from '@temporalio/worker';
import type { Environment } from '../config/environment.ts';
import type { ServedQueue } from '../domain/worker.ts';
import { DEPLOYMENT_NAME } from '../temporal-config/deployment.ts';
import { WORKFLOW_QUEUE, type TaskQueue } from '../temporal-config/task-queues.ts';
import { isBackground } from './served-queues.ts';
import type { TaskSlots } from './task-slots.ts';
import { buildWorkflowBundle, DATA_CONVERTER } from './workflow-bundle.ts';

/**
 * The longest delay of a heartbeat. An activity learns of its cancellation only when a heartbeat is sent, and the default
 * throttle delays heartbeats too long.
 */
const HEARTBEAT_THROTTLE_MS = 2_000;

/**
 * Bookkeeping tasks at once, in addition to the shared slots and also during a back-off: each takes milliseconds and releases
 * what a workflow holds.
 */
const BOOKKEEPING_SLOTS = 5;

interface WorkerParts {
  environment: Environment;
  /** The identity of this process in Temporal. */
  worker: string;
  connection: NativeConnection;
  queues: ServedQueue[];
  slots: TaskSlots;
  maxCachedWorkflows: number;
  activities: Partial<Record<TaskQueue, object>>;
  interceptors: ActivityInterceptorsFactory[];
}

/**
 * Creates one SDK worker per queue. Only the worker of the workflow queue runs workflows; the activities of the other workers
 * share the slots.
 */
export async function createWorkers(parts: WorkerParts): Promise<Worker[]> {
  const { environment, connection, worker, activities, slots } = parts;
  const shared: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace: environment.TEMPORAL_NAMESPACE,
    identity: worker,
    shutdownGraceTime: environment.SHUTDOWN_GRACE_MS,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    defaultHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
    // Eager activities skip every limit of their queue.
    maxEagerActivityReservationsPerWorkflowTask: 0,
    interceptors: { activity: parts.interceptors },
  };
  const workers: Worker[] = [];
  for (const { queue, slots: limit } of parts.queues) {
    if (queue === WORKFLOW_QUEUE) {
      const path = environment.WORKFLOW_BUNDLE_PATH;
      const workflowBundle = path === undefined ? await buildWorkflowBundle() : { codePath: path };
      const { maxCachedWorkflows } = parts;
      workers.push(
        await Worker.create({
          ...shared,
          taskQueue: queue,
          workflowBundle,
          dataConverter: DATA_CONVERTER,
          maxCachedWorkflows,
          maxConcurrentWorkflowTaskExecutions: limit,
          activities: activities[queue] ?? {},
          maxConcurrentActivityTaskExecutions: BOOKKEEPING_SLOTS,
          ...versioning(environment.WORKER_BUILD_ID),
        }),
      );
      continue;
    }
    workers.push(
      await Worker.create({
        ...shared,
        taskQueue: queue,
        activities: activities[queue as TaskQueue] ?? {},
        tuner: {
          workflowTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
          activityTaskSlotSupplier: slots.addQueue({ limit, isBackground: isBackground(queue) }),
          localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
          nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
        },
      }),
    );
  }
  return workers;
}

/**
 * Returns the options that give the workflow worker its version; only that worker has one. Activities accept input from any
 * version of the chains, so that one fleet of browsers and disks serves all (docs/decisions/0007-versioned-workflows.md).
 */
function versioning(buildId: string | undefined): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: DEPLOYMENT_NAME, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'PINNED',
    },
  };
}
