import type { Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';

/** The workers that poll a task queue. */
export interface QueuePollers {
  queue: string;
  /** Workers that polled within five minutes. A worker with no free slot does not poll. */
  pollers: number;
  /** The latest poll, by the server's clock. */
  lastPolledAt: Date | null;
}

/** The numbers of `TASK_QUEUE_TYPE_WORKFLOW` and `…_ACTIVITY`, of an enum that no package of ours has. */
const WORKFLOWS: object = { taskQueueType: 1 };
const ACTIVITIES: object = { taskQueueType: 2 };

/** Reads from the server who polls a task queue: for workflow tasks on the workflow queue, else for activities. */
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
