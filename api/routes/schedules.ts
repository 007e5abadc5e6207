import { createRoute, z } from '@hono/zod-openapi';
import { toSchedule } from '../../reports/schedule-answer.ts';
import { toAge } from '../../reports/task-answer.ts';
import { callTemporal, unlessAway } from '../../temporal-client/call-temporal.ts';
import type { ScheduleReport } from '../../temporal-client/describe-schedules.ts';
import {
  backfillSchedule,
  createSchedule,
  deleteSchedule,
  describeSchedule,
  editSchedule,
  pauseSchedule,
  resumeSchedule,
} from '../../temporal-client/steer-schedules.ts';
import { fireSchedule, seeTriggered } from '../../temporal-client/trigger-schedule.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { readReason } from '../reason.ts';
import { refusingSchedules } from '../refusing-schedules.ts';
import { guarded, json, jsonBody, listWith, operation, optionalBody, problems } from '../route-parts.ts';
import {
  backfillSchema,
  newScheduleSchema,
  scheduleEditSchema,
  scheduleId,
  scheduleSchema,
  triggeredSchema,
} from '../schemas/schedules.ts';
import { ageFields, text } from '../schemas/tasks.ts';
import { sendList } from '../send-list.ts';
import { toScheduleRequest } from '../tasks/schedule-request.ts';
import { changedScope } from '../tasks/scope-of-request.ts';

const request = { params: z.strictObject({ id: scheduleId }) };
const reasoned = {
  ...request,
  body: optionalBody(z.strictObject({ note: text.optional() }).openapi('Reason')),
};
const tag = 'Schedules';
const answers = {
  200: json(scheduleSchema, 'The schedule after the change.'),
  ...problems('not-found', 'temporal-unavailable'),
};

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/schedules', 'listSchedules', tag),
  summary: 'All schedules, which start work by themselves',
  responses: {
    200: listWith(scheduleSchema, ageFields, 'The schedules, in the order of their ids.'),
    ...problems('temporal-unavailable'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/schedules/{id}', 'getSchedule', tag),
  summary: 'One schedule',
  request,
  responses: answers,
});

const createScheduleRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/schedules', 'createSchedule', tag),
  summary: 'Make a schedule',
  request: { body: jsonBody(newScheduleSchema) },
  responses: {
    201: json(scheduleSchema, 'It was made.'),
    ...problems('conflict', 'impossible', 'not-json', 'temporal-unavailable'),
  },
});

const editRoute = createRoute({
  ...guarded('operate'),
  ...operation('put /api/schedules/{id}', 'updateSchedule', tag),
  summary: 'Change a schedule; omitted fields stay unchanged',
  request: { ...request, body: jsonBody(scheduleEditSchema) },
  responses: {
    ...answers,
    ...problems('not-found', 'conflict', 'impossible', 'not-json', 'temporal-unavailable'),
  },
});

const deleteRoute = createRoute({
  ...guarded('operate'),
  ...operation('delete /api/schedules/{id}', 'deleteSchedule', tag),
  summary: 'Delete a schedule; if code defines it, the next apply creates it again',
  request,
  responses: {
    204: { description: 'The schedule was deleted.' },
    ...problems('not-found', 'temporal-unavailable'),
  },
});

const pauseRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/schedules/{id}/pause', 'pauseSchedule', tag),
  summary: 'Keep a schedule from firing',
  request: reasoned,
  responses: { ...answers, ...problems('not-json') },
});

const resumeRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/schedules/{id}/resume', 'resumeSchedule', tag),
  summary: 'Let a schedule fire again',
  request: reasoned,
  responses: { ...answers, ...problems('not-json') },
});

/** Adds the routes of schedules, which Temporal keeps and fires. */
export function addScheduleRoutes(api: Api, tools: ApiTools): void {
  const { client, snapshots } = tools;
  const { schedules: all } = snapshots;
  const steer: Steer = async (work) => {
    const report = await refusingSchedules(() => callTemporal(client, work));
    all.expire();
    return toSchedule(report);
  };

  api.openapi(listRoute, async (c) => {
    const { value, takenAt: asOf, isStale } = await all.ask();
    const page = { items: value.map(toSchedule), next_cursor: null };
    return sendList(c, scheduleSchema, { ...page, ...toAge({ asOf, isStale }) });
  });
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(
      toSchedule(await refusingSchedules(() => callTemporal(client, () => describeSchedule(client, id)))),
      200,
    );
  });
  api.openapi(createScheduleRoute, async (c) => {
    const scheduleRequest = toScheduleRequest(tools, c.req.valid('json'));
    return c.json(await steer(() => createSchedule(client, scheduleRequest)), 201);
  });
  api.openapi(editRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { name, role, interval_hours: hours, priority, enabled, ...scope } = c.req.valid('json');
    if (name !== undefined && name !== id)
      throw new Problem('conflict', `The name of ${id} is its fixed id; got ${JSON.stringify(name)}.`);
    const edit = {
      ...(role === undefined ? {} : { role }),
      ...(hours === undefined ? {} : { intervalSeconds: Math.round(hours * 3600) }),
      ...(priority === undefined ? {} : { priority }),
      ...(Object.keys(scope).length === 0
        ? {}
        : { scope: changedScope(scope, tools.environment.DISCOVERY_STATES) }),
      ...(enabled === undefined ? {} : { paused: !enabled }),
    };
    return c.json(await steer(() => editSchedule(client, id, edit)), 200);
  });
  api.openapi(deleteRoute, async (c) => {
    await refusingSchedules(() =>
      callTemporal(client, () => deleteSchedule(client, c.req.valid('param').id)),
    );
    all.expire();
    return c.body(null, 204);
  });
  api.openapi(pauseRoute, async (c) => {
    const note = c.req.valid('json')?.note ?? readReason(c) ?? undefined;
    return c.json(await steer(() => pauseSchedule(client, c.req.valid('param').id, note)), 200);
  });
  api.openapi(resumeRoute, async (c) => {
    const { note } = c.req.valid('json') ?? {};
    return c.json(await steer(() => resumeSchedule(client, c.req.valid('param').id, note)), 200);
  });
  addBackfillRoute(api, tools, steer);
  addTriggerRoute(api, tools, () => all.expire());
}

type Steer = (work: () => Promise<ScheduleReport>) => Promise<ReturnType<typeof toSchedule>>;

function addBackfillRoute(api: Api, tools: ApiTools, steer: Steer): void {
  const { client } = tools;
  const backfillRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/schedules/{id}/backfill', 'backfillSchedule', tag),
    summary: 'Fire for each time of a period, at once and under its own overlap policy',
    request: { ...request, body: jsonBody(backfillSchema) },
    responses: {
      200: json(scheduleSchema, 'The schedule after the change.'),
      ...startProblems('not-found', 'conflict', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(backfillRoute, async (c) => {
    const { from, to } = c.req.valid('json');
    const period = { from: new Date(from), to: new Date(to) };
    return c.json(await steer(() => backfillSchedule(client, c.req.valid('param').id, period)), 200);
  });
}

function addTriggerRoute(api: Api, tools: ApiTools, onChange: () => void): void {
  const triggerRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/schedules/{id}/trigger', 'triggerSchedule', tag),
    summary: 'Fire a schedule now, paused or not',
    request,
    responses: {
      200: json(
        triggeredSchema,
        'Already running: the workflow that it starts is open, so nothing was started. Skipped: its last start still waits, and its ' +
          'overlap policy prevents another. Taken: Temporal has accepted the trigger, but has not reported the result ' +
          'in time.',
      ),
      ...startProblems('not-found', 'temporal-unavailable'),
    },
  });
  const { client } = tools;
  api.openapi(triggerRoute, async (c) => {
    const { id } = c.req.valid('param');
    const before = await refusingSchedules(() =>
      callTemporal(client, () => fireSchedule(client, id, c.get('startId'))),
    );
    onChange();
    // The trigger has succeeded, even if Temporal does not report the result in time.
    const seen = await unlessAway(
      refusingSchedules(() => callTemporal(client, () => seeTriggered(client, before))),
      null,
    );
    if (seen === null) return c.json({ outcome: 'taken' as const, schedule: null }, 200);
    const { outcome, report } = seen;
    const { workflowId = null, runId = null } = report.lastRun ?? {};
    if (workflowId !== null && runId !== null) c.set('started', { workflowId, runId });
    return c.json({ outcome, schedule: toSchedule(report) }, 200);
  });
}
