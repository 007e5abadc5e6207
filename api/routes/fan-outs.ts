import { createRoute, z } from '@hono/zod-openapi';
import { describeEnded } from '../../domain/task.ts';
import { toFanOut } from '../../reports/fan-out-answer.ts';
import { createSharedSnapshot } from '../../reports/shared-snapshot.ts';
import { toAge } from '../../reports/task-answer.ts';
import { describeFanOutWaits } from '../../reports/waiting/fan-out-waits.ts';
import { cancelFanOutNoted } from '../../ledger/cancel-noted.ts';
import { callTemporal } from '../../temporal-client/call-temporal.ts';
import { describeFanOut, listFanOuts, type FanOutReport } from '../../temporal-client/describe-fan-outs.ts';
import { isLater, readWorkflowLetters } from '../../temporal-config/workflow-ids.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { cancelOf } from '../cancel-of.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { guarded, json, listWith, operation, optionalBody, problems } from '../route-parts.ts';
import { fanOutDetailSchema, fanOutIdParameter, fanOutSchema, newFanOutSchema } from '../schemas/fan-outs.ts';
import { startedFanOutSchema } from '../schemas/starts.ts';
import { ageFields } from '../schemas/tasks.ts';
import { sendList } from '../send-list.ts';
import { startResync } from '../tasks/start-resync.ts';
import { requesterOf, STATUSES } from '../tasks/start-task.ts';

const request = { params: z.strictObject({ id: fanOutIdParameter }) };
const tag = 'Fan-outs';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/fan-outs', 'listFanOuts', tag),
  summary: 'Fan-outs, the newest first',
  responses: {
    200: listWith(
      fanOutSchema,
      ageFields,
      'The open fan-outs, and the last fifty that have ended and that Temporal still keeps.',
    ),
    ...problems('temporal-unavailable'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/fan-outs/{id}', 'getFanOut', tag),
  summary: 'One fan-out, with the counts of its chains',
  request,
  responses: {
    200: json(fanOutDetailSchema, 'The fan-out.'),
    ...problems('not-found', 'temporal-unavailable'),
  },
});

const cancelRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/fan-outs/{id}/cancel', 'cancelFanOut', tag),
  summary: 'Cancel a fan-out; it starts nothing more',
  request,
  responses: {
    202: json(
      fanOutSchema,
      'Its cancellation was requested, and takes some seconds; chains that have begun continue.',
    ),
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

/**
 * The query timeout for a fan-out that seems to have no worker. Short, because hardly any such fan-out answers; but one may, if its worker
 * runs without reporting.
 */
const UNSERVED_ANSWER_MS_MAX = 300;

/** Visibility queries per list: one for open fan-outs, one for closed ones, and one per open fan-out for its chains. */
const questionsOf = (reports: FanOutReport[]) =>
  2 + reports.filter(({ status }) => status === 'running').length;

/**
 * Adds the routes of fan-outs, which start chains for many dispensaries. At most two run per scope and platform: one in batches and one
 * without.
 */
export function addFanOutRoutes(api: Api, tools: ApiTools): void {
  const { db, client } = tools;
  const closed = new Map<string, FanOutReport>();
  const all = createSharedSnapshot({
    client,
    async read() {
      const value = await listFanOuts(client, closed);
      return { value, questions: questionsOf(value) };
    },
    intervalMs: 2_000,
  });

  const find = async (id: string, waitMs?: number): Promise<FanOutReport> => {
    const execution = readWorkflowLetters(id);
    if (execution !== null && isLater(execution.workflowId))
      throw new Problem(
        'not-found',
        `This id belongs to a task that waits, or waited, for its time: /api/tasks/${id}.`,
      );
    const report =
      execution === null ? null : await callTemporal(client, () => describeFanOut(client, execution, waitMs));
    if (report === null) throw new Problem('not-found', `There is no fan-out ${JSON.stringify(id)}.`);
    return report;
  };

  api.openapi(listRoute, async (c) => {
    const { value, takenAt: asOf, isStale } = await all.ask();
    const page = { items: value.map(toFanOut), next_cursor: null };
    return sendList(c, fanOutSchema, { ...page, ...toAge({ asOf, isStale }) });
  });
  api.openapi(oneRoute, async (c) => {
    const waits = await describeFanOutWaits(db);
    const report = await find(c.req.valid('param').id, waits === null ? undefined : UNSERVED_ANSWER_MS_MAX);
    return c.json({ ...toFanOut(report), waiting_for: report.status === 'running' ? waits : null }, 200);
  });
  api.openapi(cancelRoute, async (c) => {
    const report = await find(c.req.valid('param').id);
    const { actor, reason } = cancelOf(c);
    const isAsked =
      report.status === 'running' && (await cancelFanOutNoted({ db, client }, report, { actor, reason }));
    if (!isAsked) throw new Problem('conflict', describeEnded(report.workflowId, report.status));
    all.expire();
    return c.json({ ...toFanOut(report), cancel_requested: true }, 202);
  });
  addStartRoute(api, tools, () => all.expire());
}

function addStartRoute(api: Api, tools: ApiTools, onChange: () => void): void {
  const startRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/fan-outs', 'startFanOut', tag),
    summary: 'Crawl every enabled dispensary, or those of a state, due or not',
    request: { body: optionalBody(newFanOutSchema) },
    responses: {
      200: json(startedFanOutSchema, 'A fan-out of the same scope was already running, and continues.'),
      201: json(startedFanOutSchema, 'The fan-out was started.'),
      ...startProblems('not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(startRoute, async (c) => {
    const { state_code: scope = 'all', ...wishes } = c.req.valid('json') ?? {};
    const { outcome, fanOut } = await startResync(tools, { scope, ...wishes, requester: requesterOf(c) });
    c.set('started', { workflowId: fanOut.workflow_id, runId: fanOut.run_id });
    onChange();
    return c.json(fanOut, outcome === 'running' ? STATUSES.running : STATUSES.started);
  });
}
