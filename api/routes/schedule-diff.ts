import { createRoute, z } from '@hono/zod-openapi';
import { toAppliedSchedule, toScheduleDiff } from '../../reports/schedule-diff-answer.ts';
import { applySchedules, diffSchedules } from '../../temporal-client/apply-schedules.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, json, list, operation, optionalBody, problems } from '../route-parts.ts';
import { appliedScheduleSchema, applySchema, scheduleDiffSchema } from '../schemas/schedule-diffs.ts';
import { sendList } from '../send-list.ts';

const tag = 'Schedules';

const diffRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/schedule-diff', 'diffSchedules', tag),
  summary: 'How the schedules differ from their definitions in code and from the environment of the API',
  responses: {
    200: list(scheduleDiffSchema, 'One comparison for each schedule.'),
    ...problems('temporal-unavailable'),
  },
});

const applyRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/schedules/apply', 'applySchedules', tag),
  summary:
    'Create the schedules that are missing and bring the rest up to date; what operators changed is kept',
  request: { body: optionalBody(applySchema) },
  responses: {
    200: json(
      z.object({ items: z.array(appliedScheduleSchema) }),
      'How each schedule compared before, and what was done.',
    ),
    ...problems('not-json', 'temporal-unavailable'),
  },
});

/** Adds the comparison of the namespace's schedules with those defined in code. */
export function addScheduleDiffRoutes(api: Api, { client, environment, snapshots }: ApiTools): void {
  const definitions = schedulesOf(environment);
  api.openapi(diffRoute, async (c) => {
    const diffs = await callTemporal(client, () => diffSchedules(client, definitions));
    return sendList(c, scheduleDiffSchema, { items: diffs.map(toScheduleDiff), next_cursor: null });
  });
  api.openapi(applyRoute, async (c) => {
    const { prune = false } = c.req.valid('json') ?? {};
    const applied = await callTemporal(client, () => applySchedules(client, definitions, { prune }));
    snapshots.schedules.expire();
    return c.json({ items: applied.map(toAppliedSchedule) }, 200);
  });
}
