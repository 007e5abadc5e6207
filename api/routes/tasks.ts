import { createRoute, z } from '@hono/zod-openapi';
import { rolesNamed } from '../../temporal-config/role-queues.ts';
import { readTaskId } from '../../temporal-config/workflow-ids.ts';
import { TASK_STATUSES, type TaskStatus } from '../../domain/task.ts';
import { toAge, toDetail, toTask } from '../../reports/task-answer.ts';
import type { TaskBook } from '../../reports/task-book.ts';
import { readTaskDetail, type TaskDetail } from '../../reports/task-detail.ts';
import type { TaskFilter } from '../../reports/task-filter.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { moment, refuseReversed, severalOf } from '../parameters.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { Problem } from '../problem.ts';
import { guarded, idParameter, json, listWith, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  ageFields,
  countsSchema,
  platformName,
  roleWord,
  taskDetailSchema,
  taskIdParameter,
  taskSchema,
} from '../schemas/tasks.ts';
import { stateCode } from '../schemas/state-code.ts';
import { sendList } from '../send-list.ts';

const FILTER_PARAMETERS = {
  role: roleWord.optional(),
  status: severalOf(TASK_STATUSES),
  dispensary_id: idParameter.optional(),
  platform: platformName.optional(),
  state: stateCode.optional(),
  since: moment.optional().openapi({ description: 'Created then or later.' }),
  until: moment.optional().openapi({ description: 'Created before.' }),
};

const filterSchema = z.strictObject(FILTER_PARAMETERS);

const listRoute = createRoute({
  ...guarded('read'),
  method: 'get',
  path: '/api/tasks',
  operationId: 'listTasks',
  tags: ['Tasks'],
  summary: 'Tasks, the newest first',
  request: { query: filterSchema.extend(PAGE_PARAMETERS) },
  responses: {
    200: listWith(taskSchema, ageFields, 'One page.'),
    ...problems('bad-cursor', 'impossible', 'temporal-unavailable'),
  },
});

const countsRoute = createRoute({
  ...guarded('read'),
  method: 'get',
  path: '/api/tasks/counts',
  operationId: 'countTasks',
  tags: ['Tasks'],
  summary: 'How many tasks there are of each status',
  request: { query: filterSchema },
  responses: {
    200: json(countsSchema, 'In all, and by role.'),
    ...problems('impossible', 'temporal-unavailable'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  method: 'get',
  path: '/api/tasks/{id}',
  operationId: 'getTask',
  tags: ['Tasks'],
  summary: 'One task, with its stages and what is open of it',
  request: { params: z.strictObject({ id: taskIdParameter }) },
  responses: {
    200: json(taskDetailSchema, 'The task.'),
    ...problems('not-found', 'temporal-unavailable'),
  },
});

const YEAR_9999_MS = 253_402_300_799_999;

const placeSchema = z.tuple([z.int().min(0).max(YEAR_9999_MS), z.string().regex(/^[\da-f-]{36}$/)]);

/** What there is to do, is done and was done. */
export function addTaskRoutes(api: Api, tools: ApiTools, book: TaskBook): void {
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...asked } = c.req.valid('query');
    const place = readCursor(cursor, placeSchema, asked);
    const after = place === null ? null : { createdAt: new Date(place[0]), runId: place[1] };
    const page = await book.list(filterOf(asked), { after, limit });
    return sendList(c, taskSchema, {
      items: page.items.map(toTask),
      next_cursor:
        page.next === null ? null : writeCursor([page.next.createdAt.getTime(), page.next.runId], asked),
      ...toAge(page),
    });
  });

  api.openapi(countsRoute, async (c) => {
    const counted = await book.count(filterOf(c.req.valid('query')));
    return c.json({ counts: counted.counts, by_role: counted.byRole, ...toAge(counted) }, 200);
  });
}

/** One task by its id; added after all paths that have a fixed word in its place. */
export function addTaskRoute(api: Api, tools: ApiTools): void {
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(toDetail(await findTask(tools, id)), 200);
  });
}

/** @throws Problem `not-found` */
export async function findTask(tools: ApiTools, id: string): Promise<TaskDetail> {
  const execution = readTaskId(id);
  const detail = execution === null ? null : await readTaskDetail(tools, execution);
  if (detail === null) throw new Problem('not-found', `There is no task ${JSON.stringify(id)}.`);
  return detail;
}

function filterOf(asked: z.output<typeof filterSchema>): TaskFilter {
  const { role, status, dispensary_id: dispensaryId, platform, state, since, until } = asked;
  refuseReversed({ name: 'since', value: since }, { name: 'until', value: until });
  return {
    roles: role === undefined ? undefined : (rolesNamed(role) ?? []),
    statuses: status?.split(',') as TaskStatus[] | undefined,
    dispensaryId,
    platform,
    state,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}
