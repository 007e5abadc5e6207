import { createRoute, z } from '@hono/zod-openapi';
import { describeEnded, isClosed, STALE_AFTER_MINUTES, STALE_MINUTES_MAX } from '../../domain/task.ts';
import { cancelNoted } from '../../ledger/cancel-noted.ts';
import { planAgain } from '../../reports/plan-again.ts';
import { findStuckTasks } from '../../reports/stuck-tasks.ts';
import { toRecovery, toTask } from '../../reports/task-answer.ts';
import { recoverStuck } from '../../temporal-client/recover-stuck.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { cancelOf } from '../cancel-of.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { guarded, json, operation, optionalBody, problems, time } from '../route-parts.ts';
import { priorityNumber, startedTaskSchema, taskIdParameter, taskSchema } from '../schemas/tasks.ts';
import { findTask } from './tasks.ts';
import { answerStart } from '../tasks/start-task.ts';

const taskParameters = z.strictObject({ id: taskIdParameter });

const cancelRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/tasks/{id}/cancel', 'cancelTask', 'Tasks'),
  summary: 'Cancel an open task',
  request: { params: taskParameters },
  responses: {
    202: json(taskSchema, 'Its cancellation was requested; a running task ends within some seconds.'),
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

const recoverSchema = z
  .strictObject({
    threshold_minutes: z.number().min(0).max(STALE_MINUTES_MAX).default(STALE_AFTER_MINUTES),
    dry_run: z.boolean().default(false),
  })
  .openapi('RecoverStale');

const recoveredSchema = z
  .object({
    threshold_minutes: z.number(),
    dry_run: z.boolean(),
    recovered: z.int().openapi({ description: 'How many tasks were restarted.' }),
    tasks: z.array(
      z.object({
        task: taskSchema,
        activity: z.string(),
        attempt: z.int(),
        worker_id: z.string().nullable(),
        last_heard_at: time,
        outcome: z.enum(['reset', 'gone', 'unsupported', 'found']),
      }),
    ),
  })
  .openapi('RecoveredTasks');

/** Adds the routes that cancel, retry and recover tasks. */
export function addTaskSteeringRoutes(api: Api, tools: ApiTools): void {
  api.openapi(cancelRoute, async (c) => {
    const { task } = await findTask(tools, c.req.valid('param').id);
    const execution = { workflowId: task.workflow_id, runId: task.run_id };
    const isAsked = !isClosed(task.status) && (await cancelNoted(tools, execution, cancelOf(c)));
    if (!isAsked) throw new Problem('conflict', describeEnded('The task', task.status));
    return c.json(toTask(task), 202);
  });

  addRecoverRoute(api, tools);
  addRetryRoute(api, tools);
}

function addRecoverRoute(api: Api, tools: ApiTools): void {
  const recoverRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/tasks/recover-stale', 'recoverStaleTasks', 'Tasks'),
    summary: 'Restart stuck tasks',
    request: { body: optionalBody(recoverSchema) },
    responses: {
      200: json(recoveredSchema, 'The stuck tasks, and what was done about each.'),
      ...startProblems('not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(recoverRoute, async (c) => {
    const { threshold_minutes: minutes, dry_run: isDryRun } = recoverSchema.parse(c.req.valid('json') ?? {});
    const stuck = await findStuckTasks(tools, minutes * 60_000);
    const found = await recoverStuck(tools.client, stuck, { isDryRun });
    return c.json(toRecovery(found, { thresholdMinutes: minutes, isDryRun }), 200);
  });
}

function addRetryRoute(api: Api, tools: ApiTools): void {
  const retryRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/tasks/{id}/retry', 'retryTask', 'Tasks'),
    summary: 'Start the work of a closed task once more',
    request: {
      params: taskParameters,
      body: optionalBody(z.strictObject({ priority: priorityNumber.optional() }).openapi('RetryTask')),
    },
    responses: {
      200: json(startedTaskSchema, 'The same work is already open as another task.'),
      201: json(startedTaskSchema, 'It was started.'),
      202: json(startedTaskSchema, 'It was scheduled again, and waits for its time.'),
      ...startProblems('not-found', 'conflict', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(retryRoute, async (c) => {
    const { task } = await findTask(tools, c.req.valid('param').id);
    if (!isClosed(task.status))
      throw new Problem('conflict', `The task has not ended: it is ${task.status}. Cancel it first.`);
    const known = await planAgain(tools, task);
    if (known === null)
      throw new Problem('not-found', 'Temporal has deleted this task, so its input is not known.');
    const plan = { ...known.plan, priority: c.req.valid('json')?.priority ?? known.plan.priority };
    return answerStart(c, tools, { ...known, plan });
  });
}
