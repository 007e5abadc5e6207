import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { taskId } from '../temporal-config/workflow-ids.ts';

/** The activities that are running now. */
export interface ActiveTasks {
  readonly count: number;
  /** The ids of their tasks, without duplicates. */
  ids(): string[];
  /** Interceptor that sees each activity begin and end. */
  watch: ActivityInterceptorsFactory;
}

/** Tracks the running activities of this process. */
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
