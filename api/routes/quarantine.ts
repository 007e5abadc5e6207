import { createRoute, z } from '@hono/zod-openapi';
import type { Db } from '../../db/connect.ts';
import type { PageRequest } from '../../db/keyset-page.ts';
import { isElsewhere, readStoredProducts } from '../../payloads/read-stored-products.ts';
import { loadDispensary } from '../../db/queries/dispensaries.ts';
import { countQuarantined, findPayload, listQuarantinePage } from '../../db/queries/payload-pages.ts';
import { loadPayload, requireUsable, type StoredPayload } from '../../db/queries/payloads.ts';
import { decideQuarantined, type SettledPayload } from '../../db/queries/quarantine.ts';
import { scrubWords } from '../../domain/credentials.ts';
import { withDoubtEnds } from '../../reports/doubt-ends.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import type { Api, ApiEnv, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { orProblem } from '../or-problem.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import {
  BY_ID,
  guarded,
  idParameter,
  json,
  jsonBody,
  listWith,
  operation,
  PAGE_PARAMETERS,
  problems,
} from '../route-parts.ts';
import {
  decisionRequestSchema,
  decisionSchema,
  payloadDetailSchema,
  toPayload,
  toPayloadDetail,
} from '../schemas/payloads.ts';
import { taskStartSchema, toTaskStart } from '../schemas/task-start.ts';
import { sendList } from '../send-list.ts';
import type { Context } from 'hono';
import { startNoted } from '../../ledger/note-start.ts';
import { passOnDecision } from '../../ledger/pass-on-decision.ts';
import type { StartedPlan } from '../../temporal-client/start-or-schedule.ts';
import { planRefresh } from '../../temporal-client/task-plans.ts';
import { requesterOf } from '../tasks/start-task.ts';

/** The problems where a payload's state or file does not allow the action. */
const REFUSALS = { NotFound: 'not-found', CorruptPayload: 'conflict', InvalidInput: 'conflict' } as const;

const totalField = {
  total: z.number().int().openapi({ description: 'How many payloads wait, over all pages.' }),
};

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/quarantine', 'listQuarantine', 'Payloads'),
  summary: 'Doubted payloads that wait for a decision, the newest first',
  request: {
    query: z.strictObject({
      ...PAGE_PARAMETERS,
      dispensary_id: idParameter.optional().openapi({ description: 'Only payloads of this store.' }),
    }),
  },
  responses: { 200: listWith(payloadDetailSchema, totalField, 'One page.'), ...problems('bad-cursor') },
});

function decisionRoute(tools: ApiTools) {
  return createRoute({
    ...starting(tools),
    ...operation('post /api/payloads/{id}/decision', 'decidePayload', 'Payloads'),
    summary: 'Confirms a payload of the quarantine, which ingests it, or rejects it',
    request: { ...BY_ID, body: jsonBody(decisionRequestSchema) },
    responses: {
      200: json(
        decisionSchema,
        'It was rejected; or it was confirmed and ingested before, so nothing was started.',
      ),
      202: json(decisionSchema, 'It was confirmed, and its ingest was started.'),
      ...startProblems('not-found', 'conflict', 'not-json', 'temporal-unavailable'),
    },
  });
}

function refreshRoute(tools: ApiTools) {
  return createRoute({
    ...starting(tools),
    ...operation('post /api/payloads/{id}/refresh', 'refreshPayload', 'Payloads'),
    summary: 'Ingests a stored payload again, with the current rules',
    request: BY_ID,
    responses: {
      202: json(taskStartSchema, 'The task that was started, or was already running.'),
      ...startProblems('not-found', 'conflict', 'temporal-unavailable'),
    },
  });
}

/** Adds the quarantine of doubted menus, and the routes that ingest payloads again. */
export function addQuarantineRoutes(api: Api, tools: ApiTools): void {
  const { db, environment } = tools;
  const files = createPayloadFiles({ root: environment.STORAGE_ROOT });

  async function refresh(c: Context<ApiEnv>, payload: StoredPayload, because: string | null = null) {
    const dispensary = await loadDispensary(db, payload.dispensaryId);
    const requested = requesterOf(c);
    const task = await startNoted(tools, planRefresh(payload.id, dispensary), {
      ...requested,
      reason: requested.reason ?? because,
    });
    c.set('started', task);
    return task;
  }

  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const of = { dispensaryId: filter.dispensary_id };
    const page = await readPage({ limit, cursor, filter }, readDoubted(db, of), toPayloadDetail);
    const total = await countQuarantined(db, of);
    return sendList(c, payloadDetailSchema, { ...page, total });
  });
  api.openapi(decisionRoute(tools), async (c) => {
    const { id } = c.req.valid('param');
    const { decision, reason, decided_by: person } = c.req.valid('json');
    const because = reason === null ? null : scrubWords(reason);
    const actor = c.get('actor');
    const decidedBy = actor === null ? 'unknown' : `${person ?? actor.name} (${actor.id})`;
    const asking = { actor: actor?.name ?? null, reason: because };
    if (decision === 'reject') {
      const { dispensaryId } = await orProblem(REFUSALS, async () => {
        await decideQuarantined(db, id, { verdict: 'rejected', decidedBy, because });
        return loadPayload(db, id);
      });
      await passOnDecision(tools, { id, dispensaryId, verdict: 'rejected' }, asking);
      return c.json(await answerOf(db, id, { task: null, settled: [] }), 200);
    }
    const { payload, settled } = await orProblem(REFUSALS, async () => {
      const found = await loadPayload(db, id);
      // A payload that cannot be ingested stays in quarantine. That can be checked only if its file is on this disk.
      if (!isElsewhere(files, found)) await readStoredProducts(files, found);
      return {
        payload: found,
        settled: await decideQuarantined(db, id, { verdict: 'confirmed', decidedBy, because }),
      };
    });
    // A repeated confirmation returns the payload, which names the person who confirmed it first.
    if (payload.verdict === 'confirmed' && payload.ingestedAt !== null)
      return c.json(await answerOf(db, id, { task: null, settled }), 200);
    const task = await refresh(c, payload, because);
    await passOnDecision(tools, { ...payload, verdict: 'confirmed' }, asking);
    return c.json(await answerOf(db, id, { task, settled }), 202);
  });
  api.openapi(refreshRoute(tools), async (c) => {
    const { id } = c.req.valid('param');
    const payload = await orProblem(REFUSALS, async () => {
      const found = await loadPayload(db, id);
      requireUsable(found);
      return found;
    });
    const task = await refresh(c, payload);
    return c.json(toTaskStart(task), 202);
  });
}

const readDoubted = (db: Db, of: { dispensaryId: number | undefined }) => async (request: PageRequest) => {
  const { items, next } = await listQuarantinePage(db, of, request);
  return { items: await withDoubtEnds(db, items), next };
};

interface Led {
  /** The task that ingests the payload; null when the payload was rejected, or was confirmed and ingested before. */
  task: StartedPlan | null;
  settled: SettledPayload[];
}

async function answerOf(db: Db, id: number, { task, settled }: Led) {
  const payload = await findPayload(db, id);
  if (payload === null) throw new Problem('not-found', `There is no payload ${id}.`);
  return { payload: toPayload(payload), task: task === null ? null : toTaskStart(task), settled };
}
