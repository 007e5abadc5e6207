import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bulkFault, describeBulk, type RequestedBulkAction } from '../../domain/bulk-action.ts';
import { describeEnded } from '../../domain/task.ts';
import type { Run } from '../../db/queries/runs.ts';
import { cancelNoted } from '../../ledger/cancel-noted.ts';
import { noteBulkStart } from '../../ledger/note-start.ts';
import {
  foreseeBulkAction,
  readBulkAction,
  toBulkAction,
  toForeseen,
  unexpectedCount,
} from '../../reports/bulk-action.ts';
import { pageOfRuns } from '../../reports/list-tasks.ts';
import { toAge } from '../../reports/task-answer.ts';
import { startBulkAction } from '../../temporal-client/bulk-action-control.ts';
import type { Api, ApiEnv, ApiTools } from '../api-env.ts';
import { cancelOf } from '../cancel-of.ts';
import { readCursor, runPosition, writeCursor } from '../cursor.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { readReason } from '../reason.ts';
import { guarded, json, jsonBody, listWith, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { refuseReversedRanges } from '../run-parameters.ts';
import {
  bulkActionSchema,
  bulkIdParameter,
  foreseenSchema,
  newBulkActionSchema,
  startedBulkActionSchema,
} from '../schemas/bulk-actions.ts';
import { ageFields } from '../schemas/tasks.ts';
import { sendList } from '../send-list.ts';

const tag = 'Bulk actions';
const PATH = '/api/bulk-actions';
const request = { params: z.strictObject({ id: bulkIdParameter }) };

const listRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${PATH}`, 'listBulkActions', tag),
  summary: 'Bulk actions, the newest first',
  request: { query: z.strictObject(PAGE_PARAMETERS) },
  responses: {
    200: listWith(bulkActionSchema, ageFields, 'One page.'),
    ...problems('bad-cursor', 'too-broad'),
  },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${PATH}/{id}`, 'getBulkAction', tag),
  summary: 'One bulk action, and what it has done',
  request,
  responses: {
    200: json(bulkActionSchema, 'The bulk action.'),
    ...problems('not-found', 'temporal-unavailable'),
  },
});

const cancelRoute = createRoute({
  ...guarded('operate'),
  ...operation(`post ${PATH}/{id}/cancel`, 'cancelBulkAction', tag),
  summary: 'Cancel a bulk action; it stops where it is',
  request,
  responses: {
    202: json(
      bulkActionSchema,
      'Its cancellation was requested, and takes some seconds; actions that were completed are not undone.',
    ),
    ...problems('not-found', 'conflict', 'temporal-unavailable'),
  },
});

/** Adds the routes of actions on many tasks or jobs at once. */
export function addBulkActionRoutes(api: Api, tools: ApiTools): void {
  addStartRoute(api, tools);

  api.openapi(listRoute, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const after = readCursor(cursor, runPosition, {});
    const page = await pageOfRuns(tools.db, { kind: 'bulk' }, { after, limit, itemOf: toBulkAction });
    return sendList(c, bulkActionSchema, {
      items: page.items,
      next_cursor: page.next === null ? null : writeCursor(page.next, {}),
      ...toAge(page),
    });
  });

  api.openapi(oneRoute, async (c) => c.json(toBulkAction(await find(tools, c.req.valid('param').id)), 200));

  api.openapi(cancelRoute, async (c) => {
    const run = await find(tools, c.req.valid('param').id);
    const isAsked = run.endedAt === null && (await cancelNoted(tools, run, cancelOf(c)));
    if (!isAsked) throw new Problem('conflict', describeEnded('The bulk action', run.status));
    return c.json(toBulkAction(run), 202);
  });
}

/** Finds a bulk action. @throws Problem `not-found` */
async function find(tools: ApiTools, id: string): Promise<Run> {
  const run = await readBulkAction(tools, id);
  if (run === null) throw new Problem('not-found', `There is no bulk action ${JSON.stringify(id)}.`);
  return run;
}

function addStartRoute(api: Api, tools: ApiTools): void {
  const startRoute = createRoute({
    ...starting(tools),
    ...operation(`post ${PATH}`, 'startBulkAction', tag),
    summary: 'Cancel, retry, start or delete all tasks or jobs that a filter matches',
    request: { body: jsonBody(newBulkActionSchema) },
    responses: {
      200: json(foreseenSchema, 'With `dry_run`: what the action would apply to; nothing was started.'),
      202: json(startedBulkActionSchema, 'It was started; `Location` is the address of its progress.'),
      ...startProblems('conflict', 'impossible', 'too-broad', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(startRoute, async (c) => {
    const { dry_run: isDryRun, expected_count: expected, ...requested } = c.req.valid('json');
    refuseUnfit(requested);
    const foreseen = await foreseeBulkAction(tools.db, requested);
    const { sample_ids, ...counts } = toForeseen(foreseen);
    const text = describeBulk(requested, foreseen);
    c.set('auditSummary', text);
    const unexpected = unexpectedCount(requested, foreseen, expected);
    // An earlier copy of this request may have started the bulk action, and so changed the count.
    const isRepeat = unexpected !== null && (await readBulkAction(tools, c.get('startId'))) !== null;
    if (unexpected !== null && !isRepeat) throw new Problem('conflict', unexpected);
    if (isDryRun) return c.json({ ...counts, sample_ids }, 200);
    const started = await start(c, tools, requested);
    c.set('auditSummary', `${text}: bulk action ${started.id}`);
    return c.json({ ...started, ...counts }, 202);
  });
}

/** Refuses a filter that does not fit the action. @throws Problem `impossible` */
function refuseUnfit(requested: RequestedBulkAction): void {
  refuseReversedRanges(requested.filter, 'filter');
  const fault = bulkFault(requested);
  if (fault === null) return;
  const detail = `${fault}.`;
  throw new Problem('impossible', detail, { errors: [{ in: 'body', pointer: '/filter', detail }] });
}

async function start(c: Context<ApiEnv>, tools: ApiTools, requested: RequestedBulkAction) {
  const [reason, requestedBy] = [readReason(c), c.get('actor')?.name];
  const input = {
    ...requested,
    ...(reason === null ? {} : { reason }),
    ...(requestedBy === undefined ? {} : { requestedBy }),
  };
  const id = c.get('startId');
  const started = await startBulkAction(tools.client, input, id);
  const { workflowId: workflow_id, runId: run_id } = started;
  c.set('started', started);
  await noteBulkStart(tools, started, input);
  const self = `${PATH}/${id}`;
  c.header('Location', self);
  return { id, workflow_id, run_id, links: { self, cancel: `${self}/cancel` } };
}
