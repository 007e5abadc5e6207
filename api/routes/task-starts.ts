import { createRoute } from '@hono/zod-openapi';
import { CHAINED_PRIORITY } from '../../temporal-config/priorities.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { json, jsonBody, operation, optionalBody } from '../route-parts.ts';
import { newTaskSchema } from '../schemas/new-task.ts';
import { discoverySchema, startedFanOutSchema, resyncSchema } from '../schemas/starts.ts';
import { startedTaskSchema } from '../schemas/tasks.ts';
import { startResync } from '../tasks/start-resync.ts';
import { requesterOf, startTask, STATUSES } from '../tasks/start-task.ts';

const TASK_ANSWERS = {
  200: json(startedTaskSchema, 'The same work was already open, and continues.'),
  201: json(startedTaskSchema, 'It was started.'),
  202: json(startedTaskSchema, 'It was scheduled, and waits for its time.'),
  ...startProblems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
};

const FAN_OUT_ANSWERS = {
  200: json(startedFanOutSchema, 'A fan-out of the same scope was already running, and continues.'),
  201: json(startedFanOutSchema, 'It was started.'),
  202: json(startedFanOutSchema, 'It was scheduled, and waits for its time.'),
  ...startProblems('impossible', 'not-json', 'temporal-unavailable'),
};

/** Adds the routes that start tasks. */
export function addTaskStartRoutes(api: Api, tools: ApiTools): void {
  const createTaskRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/tasks', 'createTask', 'Tasks'),
    summary: 'Start a task, now or later',
    request: { body: jsonBody(newTaskSchema) },
    responses: TASK_ANSWERS,
  });
  api.openapi(createTaskRoute, async (c) => startTask(c, tools, c.req.valid('json')));

  const discoveryRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/tasks/generate/discovery', 'generateDiscovery', 'Tasks'),
    summary: 'Look for stores',
    request: { body: optionalBody(discoverySchema) },
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
    ...operation('post /api/tasks/generate/resync', 'generateResync', 'Tasks'),
    summary: 'Crawl every enabled dispensary once, spread over a day',
    request: { body: optionalBody(resyncSchema) },
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
      requester: requesterOf(c),
    });
    c.set('started', { workflowId: fanOut.workflow_id, runId: fanOut.run_id });
    return c.json(fanOut, STATUSES[outcome]);
  });
}
