import { z } from '@hono/zod-openapi';
import type { StartedPlan } from '../../temporal-client/start-or-schedule.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';

export const taskStartSchema = z
  .object({
    task_id: z.string().openapi({ examples: ['crawl~12~0199c6f2-6c1e-7d0a-8c40-3d4a1c5f2b11'] }),
    workflow_id: z.string(),
    run_id: z.string(),
    already_running: z.boolean().openapi({
      description:
        'True: the same work was already open, and continues; a more urgent request raises its priority.',
    }),
  })
  .openapi('TaskStart');

/** Converts what was started, or was already open, for responses. */
export function toTaskStart({ outcome, workflowId, runId }: StartedPlan): z.input<typeof taskStartSchema> {
  return {
    task_id: taskId(workflowId, runId),
    workflow_id: workflowId,
    run_id: runId,
    already_running: outcome === 'running',
  };
}
