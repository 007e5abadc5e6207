import { createRoute, z } from '@hono/zod-openapi';
import { nameStores } from '../../db/queries/tasks.ts';
import type { Role } from '../../domain/role.ts';
import { OPEN_STATUSES } from '../../domain/task.ts';
import { combineStages } from '../../reports/combine-stages.ts';
import { readCompletions } from '../../reports/role-completions.ts';
import { isoOf, toAge, toTask } from '../../reports/task-answer.ts';
import { listTasks } from '../../reports/list-tasks.ts';
import { TemporalUnavailable } from '../../temporal-client/call-temporal.ts';
import { rolesNamed } from '../../temporal-config/role-queues.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import {
  BY_ID,
  guarded,
  json,
  listWith,
  operation,
  PAGE_PARAMETERS,
  problems,
  time,
} from '../route-parts.ts';
import { sendList } from '../send-list.ts';
import { capacityQuerySchema, capacitySchema } from '../schemas/capacity.ts';
import { ageFields, listedTaskOrNone, roleWord, taskOrNone, taskSchema } from '../schemas/tasks.ts';

const capacityRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/capacity', 'getCapacity', 'Tasks'),
  summary: 'The backlog of each role, and how many workers it needs',
  responses: {
    200: listWith(capacitySchema, ageFields, 'One row for each role.'),
    ...problems('temporal-unavailable'),
  },
});

const roleParams = z.strictObject({ role: roleWord });

const roleCapacityRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/capacity/{role}', 'getRoleCapacity', 'Tasks'),
  summary: 'The backlog of one role, and how many workers it needs',
  request: { params: z.strictObject({ role: roleWord }) },
  responses: {
    200: json(
      capacityQuerySchema.extend(ageFields),
      'The row of the role. `product_resync` covers fetching and ingesting; the slower of the two decides.',
    ),
    ...problems('temporal-unavailable'),
  },
});

const lastRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/role/{role}/last-completion', 'getLastCompletion', 'Tasks'),
  summary: 'When work of each role was last completed',
  request: { params: roleParams },
  responses: {
    200: json(
      z.object({
        role: z.string(),
        last_completion: time.nullable(),
        task: taskOrNone,
        ...ageFields,
      }),
      'Null: never, as far as is known.',
    ),
    ...problems(),
  },
});

const recentRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/role/{role}/recent', 'listRecentCompletions', 'Tasks'),
  summary: 'The last completed work of a role',
  request: { params: roleParams, query: z.strictObject({ limit: PAGE_PARAMETERS.limit }) },
  responses: {
    200: listWith(taskSchema, { role: z.string(), ...ageFields }, 'Newest first.'),
    ...problems(),
  },
});

const activeRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/tasks/store/{id}/active', 'getActiveTask', 'Tasks'),
  summary: 'Whether a dispensary has an open task',
  request: BY_ID,
  responses: {
    200: json(
      z.object({ dispensary_id: z.int(), active: z.boolean(), task: listedTaskOrNone, ...ageFields }),
      'Whether there is one, with the task.',
    ),
    ...problems('not-found', 'temporal-unavailable'),
  },
});

/** Adds the capacity and last completions by role, and the active task of a store. */
export function addTaskRoleRoutes(api: Api, tools: ApiTools): void {
  const { db, snapshots } = tools;
  const { capacity } = snapshots;

  api.openapi(capacityRoute, async (c) => {
    const { value, takenAt: asOf, isStale } = await capacity.ask();
    const page = { items: value, next_cursor: null };
    return sendList(c, capacitySchema, { ...page, ...toAge({ asOf, isStale }) });
  });

  api.openapi(roleCapacityRoute, async (c) => {
    const { role } = c.req.valid('param');
    const { value, takenAt: asOf, isStale } = await capacity.ask();
    const [row, ...others] = rolesOf(role).flatMap((named) => value.filter((one) => one.role === named));
    if (row === undefined) throw new Problem('not-found', `There is no role ${role}.`);
    const answer = others.length === 0 ? row : combineStages(role, [row, ...others]);
    return c.json({ ...answer, ...toAge({ asOf, isStale }) }, 200);
  });

  api.openapi(lastRoute, async (c) => {
    const { role } = c.req.valid('param');
    const { items, ...age } = await readCompletions(db, rolesOf(role), 1);
    const task = items[0] ?? null;
    const answer = {
      role,
      last_completion: task === null ? null : isoOf(task.completed_at),
      task: task && toTask(task),
    };
    return c.json({ ...answer, ...toAge(age) }, 200);
  });

  api.openapi(recentRoute, async (c) => {
    const { role } = c.req.valid('param');
    const { items, ...age } = await readCompletions(db, rolesOf(role), c.req.valid('query').limit);
    return sendList(c, taskSchema, { role, items: items.map(toTask), next_cursor: null, ...toAge(age) });
  });

  api.openapi(activeRoute, async (c) => {
    const { id } = c.req.valid('param');
    if (!(await nameStores(db, [id])).has(id))
      throw new Problem('not-found', `There is no dispensary ${id}.`);
    const filter = { dispensaryId: id, statuses: OPEN_STATUSES };
    const { items, ...age } = await listTasks(db, filter, { after: null, limit: 1 });
    const [task = null] = items;
    if (task === null && age.isStale)
      throw new TemporalUnavailable(
        'The ledger has not caught up with Temporal, so which tasks are open is not known.',
      );
    const answer = { dispensary_id: id, active: task !== null, task: task && toTask(task) };
    return c.json({ ...answer, ...toAge(age) }, 200);
  });
}

function rolesOf(word: string): readonly Role[] {
  return rolesNamed(word) ?? [];
}
