import type { Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';

/** Who asks a task queue for work. */
export interface QueuePollers {
  queue: string;
  /** Workers that have asked within five minutes; one whose places are all taken does not ask. */
  pollers: number;
  /** When one has asked last, by the server's clock. */
  lastPolledAt: Date | null;
}

/** The numbers of `TASK_QUEUE_TYPE_WORKFLOW` and `…_ACTIVITY`, of an enum that no package of ours has. */
const WORKFLOWS: object = { taskQueueType: 1 };
const ACTIVITIES: object = { taskQueueType: 2 };

/** Asks the server who polls a task queue: for workflow tasks where it is the queue of workflows, else for activities. */
export async function readPollers(client: Client, queue: string): Promise<QueuePollers> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    ...(queue === WORKFLOW_QUEUE ? WORKFLOWS : ACTIVITIES),
  });
  const times = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
  return {
    queue,
    pollers: times.length,
    lastPolledAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}
