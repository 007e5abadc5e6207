import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { taskId } from '../temporal-config/workflow-ids.ts';

/** The activities that run at the moment. */
export interface ActiveTasks {
  readonly count: number;
  /** The tasks that they are of, each once. */
  ids(): string[];
  /** Sees each activity begin and end. */
  watch: ActivityInterceptorsFactory;
}

/** Keeps count of a process's activities. */
export function trackActiveTasks(): ActiveTasks {
  const running = new Set<{ id: string | null }>();
  return {
    get count() {
      return running.size;
    },
    ids: () => [...new Set([...running].flatMap(({ id }) => id ?? []))],
    watch: ({ info: { workflowExecution: run } }) => ({
      inbound: {
        async execute(input, next) {
          const task = { id: run === undefined ? null : taskId(run.workflowId, run.runId) };
          running.add(task);
          try {
            return await next(input);
          } finally {
            running.delete(task);
          }
        },
      },
    }),
  };
}
