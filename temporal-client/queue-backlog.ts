import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';

/** The backlog of a task queue, for all roles that use it. The server calls its counts approximate. */
export interface QueueBacklog {
  queue: string;
  backlog: number;
  /** Age of the oldest task in seconds; 0 if none waits. */
  oldest_age_sec: number;
  /** Rate over the last half minute, including tasks that were handed out at once. */
  added_per_hour: number;
  dispatched_per_hour: number;
}

/** `TASK_QUEUE_TYPE_ACTIVITY`, of an enum that no package of ours has. Workflow tasks are counted apart. */
const OF_ACTIVITIES: object = { taskQueueType: 2 };

const QUESTIONS_AT_ONCE = 4;

/** Reads the statistics of task queues from the server, which adds up their partitions and caches the answer for seconds. */
export async function readQueueBacklogs(client: Client, queues: readonly string[]): Promise<QueueBacklog[]> {
  return pLimit(QUESTIONS_AT_ONCE).map(queues, async (queue) => {
    const { stats } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: queue },
      ...OF_ACTIVITIES,
      reportStats: true,
    });
    return {
      queue,
      backlog: Number(stats?.approximateBacklogCount ?? 0),
      oldest_age_sec: Math.round(Number(stats?.approximateBacklogAge?.seconds ?? 0)),
      added_per_hour: Math.round((stats?.tasksAddRate ?? 0) * 3600),
      dispatched_per_hour: Math.round((stats?.tasksDispatchRate ?? 0) * 3600),
    };
  });
}
