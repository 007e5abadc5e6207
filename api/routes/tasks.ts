import { createRoute, z } from '@hono/zod-openapi';
import { taskFilterOf } from '../../temporal-config/run-query.ts';
import { readTaskId } from '../../temporal-config/workflow-ids.ts';
import type { TaskFilter } from '../../domain/run-filter.ts';
import { createTaskCounter, listTasks } from '../../reports/list-tasks.ts';
import { toAge, toDetail, toTask } from '../../reports/task-answer.ts';
import { readTaskDetail, type TaskDetail } from '../../reports/task-detail.ts';
import { readTaskOutcome } from '../../reports/task-outcome.ts';
import { webUiLink } from '../../temporal-client/web-ui-link.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { ORDER_PARAMETERS, refuseOrder, refuseReversedRanges } from '../run-parameters.ts';
import { readCursor, runPosition, writeCursor } from '../cursor.ts';
import { flagParameter } from '../parameters.ts';
import { Problem } from '../problem.ts';
import { guarded, json, listWith, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  ageFields,
  countsSchema,
  listedTaskSchema,
  taskDetailSchema,
  taskIdParameter,
} from '../schemas/tasks.ts';
import { taskFilterSchema } from '../schemas/run-filters.ts';
import { sendList } from '../send-list.ts';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks', 'listTasks', 'Tasks'),
  summary: 'Tasks, the newest first unless sorted otherwise',
  request: { query: taskFilterSchema.extend({ ...ORDER_PARAMETERS, ...PAGE_PARAMETERS }) },
  responses: {
    200: listWith(listedTaskSchema, ageFields, 'One page.'),
    ...problems('bad-cursor', 'impossible', 'too-broad'),
  },
});

const countsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/counts', 'countTasks', 'Tasks'),
  summary: 'How many tasks there are of each status',
  request: { query: taskFilterSchema },
  responses: {
    200: json(countsSchema, 'The counts of all statuses, in total and by role.'),
    ...problems('impossible', 'too-broad'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/{id}', 'getTask', 'Tasks'),
  summary: 'One task, with its stages and its open activity',
  request: {
    params: z.strictObject({ id: taskIdParameter }),
    query: z.strictObject({
      details: flagParameter.optional().openapi({
        description:
          'True also reads the `progress_message` of an open task, or the `outcome` of a closed one, from Temporal.',
      }),
    }),
  },
  responses: {
    200: json(taskDetailSchema, 'The task.'),
    ...problems('not-found', 'temporal-unavailable'),
  },
});

/** Adds the lists and counts of tasks. */
export function addTaskRoutes(api: Api, { db }: ApiTools): void {
  const count = createTaskCounter(db);
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...requested } = c.req.valid('query');
    const after = readCursor(cursor, runPosition, requested);
    const { sort, order, ...filters } = requested;
    const filter = filterOf(filters);
    refuseOrder({ sort, order }, filter.statuses);
    const page = await listTasks(db, filter, { after, limit, order: { sort, order } });
    return sendList(c, listedTaskSchema, {
      items: page.items.map(toTask),
      next_cursor: page.next === null ? null : writeCursor(page.next, requested),
      ...toAge(page),
    });
  });

  api.openapi(countsRoute, async (c) => {
    const counted = await count(filterOf(c.req.valid('query')));
    const { counts, byRole: by_role, more } = counted;
    return c.json({ counts, by_role, more, ...toAge(counted) }, 200);
  });
}

/** Adds one task by its id; call it after all paths with a fixed word in the id's position. */
export function addTaskRoute(api: Api, tools: ApiTools): void {
  const { TEMPORAL_UI_URL: webUi, TEMPORAL_NAMESPACE: namespace } = tools.environment;
  api.openapi(oneRoute, async (c) => {
    const detail = await findTask(tools, c.req.valid('param').id);
    const isAsked = c.req.valid('query').details === true;
    const task = toDetail(detail, isAsked ? await readTaskOutcome(tools.client, detail) : undefined);
    const path = [task.workflow_id, task.run_id];
    const web_ui_url = webUi === undefined ? null : webUiLink(webUi, { namespace, path });
    return c.json({ ...task, web_ui_url }, 200);
  });
}

/** Reads a task with its details. @throws Problem `not-found` */
export async function findTask(tools: ApiTools, id: string): Promise<TaskDetail> {
  const execution = readTaskId(id);
  const detail = execution === null ? null : await readTaskDetail(tools, execution);
  if (detail === null) throw new Problem('not-found', `There is no task ${JSON.stringify(id)}.`);
  return detail;
}

function filterOf(requested: z.output<typeof taskFilterSchema>): TaskFilter {
  refuseReversedRanges(requested);
  return taskFilterOf(requested);
}
