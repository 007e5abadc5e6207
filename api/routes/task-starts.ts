import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { noteStart } from '../../ledger/note-start.ts';
import { taskOf } from '../../reports/task.ts';
import { toTask } from '../../reports/task-answer.ts';
import { startOrSchedule } from '../../temporal-client/start-or-schedule.ts';
import { CHAINED_PRIORITY } from '../../temporal-config/priorities.ts';
import type { Api, ApiEnv, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { json, jsonBody } from '../route-parts.ts';
import { newTaskSchema, type NewTask } from '../schemas/new-task.ts';
import { discoverySchema, startedFanOutSchema, resyncSchema } from '../schemas/starts.ts';
import { startedTaskSchema } from '../schemas/tasks.ts';
import { planTask } from '../tasks/plan-task.ts';
import { startResync } from '../tasks/start-resync.ts';

const TASK_ANSWERS = {
  200: json(startedTaskSchema, 'It was there already, and goes on.'),
  201: json(startedTaskSchema, 'It was started.'),
  202: json(startedTaskSchema, 'It waits for its time.'),
  ...startProblems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
};

const FAN_OUT_ANSWERS = {
  200: json(startedFanOutSchema, 'One of the same scope was running, and goes on.'),
  201: json(startedFanOutSchema, 'It was started.'),
  202: json(startedFanOutSchema, 'It waits for its time.'),
  ...startProblems('impossible', 'not-json', 'temporal-unavailable'),
};

/** Starts work from requests. */
export function addTaskStartRoutes(api: Api, tools: ApiTools): void {
  const createTaskRoute = createRoute({
    ...starting(tools),
    method: 'post',
    path: '/api/tasks',
    operationId: 'createTask',
    tags: ['Tasks'],
    summary: 'Start a task, now or later',
    request: { body: jsonBody(newTaskSchema) },
    responses: TASK_ANSWERS,
  });
  api.openapi(createTaskRoute, async (c) => startTask(c, tools, c.req.valid('json')));

  const discoveryRoute = createRoute({
    ...starting(tools),
    method: 'post',
    path: '/api/tasks/generate/discovery',
    operationId: 'generateDiscovery',
    tags: ['Tasks'],
    summary: 'Look for stores',
    request: { body: { content: { 'application/json': { schema: discoverySchema } } } },
    responses: TASK_ANSWERS,
  });
  api.openapi(discoveryRoute, async (c) =>
    startTask(c, tools, {
      role: 'store_discovery',
      priority: CHAINED_PRIORITY,
      ...discoverySchema.parse(c.req.valid('json') ?? {}),
    }),
  );

  addResyncRoute(api, tools);
}

function addResyncRoute(api: Api, tools: ApiTools): void {
  const resyncRoute = createRoute({
    ...starting(tools),
    method: 'post',
    path: '/api/tasks/generate/resync',
    operationId: 'generateResync',
    tags: ['Tasks'],
    summary: 'Crawl every enabled dispensary once, spread over a day',
    request: { body: { content: { 'application/json': { schema: resyncSchema } } } },
    responses: FAN_OUT_ANSWERS,
  });
  api.openapi(resyncRoute, async (c) => {
    const {
      batches_per_day: batches,
      date,
      state_code: state,
      platform,
      priority,
      images,
    } = resyncSchema.parse(c.req.valid('json') ?? {});
    const { outcome, fanOut } = await startResync(tools, {
      scope: state ?? 'all',
      platform,
      priority,
      images,
      spread: { batches, overHours: 24 },
      date,
      startId: c.get('startId'),
    });
    c.set('started', { workflowId: fanOut.workflow_id, runId: fanOut.run_id });
    return c.json(fanOut, STATUSES[outcome]);
  });
}

export const STATUSES = { running: 200, started: 201, later: 202 } as const;

/** Starts what a request for a task asks for, and answers with the task. */
export async function startTask(c: Context<ApiEnv>, tools: ApiTools, task: NewTask) {
  const plan = await planTask(tools, task);
  const { scheduled_for: at, max_retries: maxRetries } = task;
  const wishes = { maxRetries, at: at === undefined ? undefined : new Date(at) };
  const started = await startOrSchedule(tools.client, plan, { startId: c.get('startId'), ...wishes });
  const { outcome, workflowId, runId } = started;
  c.set('started', { workflowId, runId });
  const requestedBy = c.get('actor')?.name ?? null;
  const shown = toTask(taskOf(await noteStart(tools, started, { plan, ...wishes, requestedBy })));
  return c.json({ ...shown, already_running: outcome === 'running' }, STATUSES[outcome]);
}
