import { createRoute } from '@hono/zod-openapi';
import pLimit from 'p-limit';
import type { z } from '@hono/zod-openapi';
import { noteRuns, type NotedRun } from '../../db/queries/note-runs.ts';
import { noteStartReason } from '../../db/queries/run-events.ts';
import { nameStores, type StoreNames } from '../../db/queries/tasks.ts';
import { notedStart } from '../../ledger/note-start.ts';
import { TemporalUnavailable, unlessAway } from '../../temporal-client/call-temporal.ts';
import { startOrSchedule } from '../../temporal-client/start-or-schedule.ts';
import { planCrawl } from '../../temporal-client/task-plans.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { json, jsonBody, operation } from '../route-parts.ts';
import { enqueueSchema } from '../schemas/new-task.ts';
import {
  batchAnswerSchema,
  batchSchema,
  enqueueStateSchema,
  startedFanOutSchema,
} from '../schemas/starts.ts';
import { startedTaskSchema } from '../schemas/tasks.ts';
import { startResync } from '../tasks/start-resync.ts';
import { usualPriority } from '../tasks/plan-task.ts';
import { requesterOf, startTask, STATUSES } from '../tasks/start-task.ts';

/** Concurrent starts: each is a round trip of some milliseconds. */
const STARTS_AT_ONCE = 10;

/** Adds the paths where the replaced system accepted work. */
export function addJobQueueRoutes(api: Api, tools: ApiTools): void {
  const oneRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/job-queue/enqueue', 'enqueue', 'Job queue'),
    summary: 'Crawl one dispensary',
    request: { body: jsonBody(enqueueSchema) },
    responses: {
      200: json(startedTaskSchema, 'The same crawl was already open, and continues.'),
      201: json(startedTaskSchema, 'It was started.'),
      202: json(startedTaskSchema, 'It was scheduled, and waits for its time.'),
      ...startProblems('not-found', 'conflict', 'not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(oneRoute, async (c) => startTask(c, tools, c.req.valid('json')));

  const batchRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/job-queue/enqueue-batch', 'enqueueBatch', 'Job queue'),
    summary: 'Crawl some dispensaries, each with its own result',
    request: { body: jsonBody(batchSchema) },
    responses: {
      200: json(batchAnswerSchema, 'The result for each dispensary.'),
      ...startProblems('not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(batchRoute, async (c) => {
    const answer = await startBatch(tools, c.req.valid('json'), requesterOf(c));
    // A repeat of the request finds what was started, and starts the rest.
    c.set('isUnfinished', answer.no_answer > 0);
    return c.json(answer, 200);
  });

  const stateRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/job-queue/enqueue-state', 'enqueueState', 'Job queue'),
    summary: 'Crawl every enabled dispensary of a state, due or not',
    request: { body: jsonBody(enqueueStateSchema) },
    responses: {
      200: json(startedFanOutSchema, 'A fan-out of the same scope was already running, and continues.'),
      201: json(startedFanOutSchema, 'It was started.'),
      ...startProblems('not-json', 'temporal-unavailable'),
    },
  });
  api.openapi(stateRoute, async (c) => {
    const { state_code: scope, ...wishes } = c.req.valid('json');
    const { outcome, fanOut } = await startResync(tools, { scope, ...wishes, requester: requesterOf(c) });
    c.set('started', { workflowId: fanOut.workflow_id, runId: fanOut.run_id });
    return c.json(fanOut, outcome === 'running' ? STATUSES.running : STATUSES.started);
  });
}

type Batch = z.output<typeof batchSchema>;
type BatchAnswer = z.input<typeof batchAnswerSchema>;

async function startBatch(
  { db, client }: ApiTools,
  batch: Batch,
  { startId, requestedBy, reason }: ReturnType<typeof requesterOf>,
): Promise<BatchAnswer> {
  const ids = [...new Set(batch.dispensary_ids)];
  const stores = await nameStores(db, ids);
  const role = batch.role === 'product_discovery' ? 'product_discovery' : 'payload_fetch';
  const { priority = usualPriority(role), images } = batch;
  const begun: NotedRun[] = [];
  const options = { role, priority, ...(images === undefined ? {} : { images }) } as const;
  const start = async (store: StoreNames): Promise<BatchAnswer['items'][number]> => {
    const plan = planCrawl(store, options);
    // Each start of a batch has its own id, so that a repeat finds what the first request started.
    const started = await startOrSchedule(client, plan, { startId: `${startId}/${store.id}`, requestedBy });
    if (started.outcome !== 'running') begun.push(notedStart(started, plan, { requestedBy }));
    return {
      dispensary_id: store.id,
      outcome: started.outcome === 'running' ? 'already_running' : 'started',
      task_id: taskId(started.workflowId, started.runId),
    };
  };
  const items = await pLimit(STARTS_AT_ONCE).map(ids, async (id) => {
    const store = stores.get(id);
    if (store === undefined) return { dispensary_id: id, outcome: 'not_found' as const, task_id: null };
    if (!store.crawlEnabled) return { dispensary_id: id, outcome: 'not_enabled' as const, task_id: null };
    // Other starts of the batch may have succeeded, so the caller should resend only this one.
    return unlessAway(start(store), { dispensary_id: id, outcome: 'no_answer' as const, task_id: null });
  });
  await noteRuns(db, begun);
  await noteStartReason(db, begun, reason);
  const count = (wanted: BatchOutcome) => items.filter(({ outcome }) => outcome === wanted).length;
  const unanswered = count('no_answer');
  if (unanswered === items.length)
    throw new TemporalUnavailable('Temporal did not start any of them in time.');
  const [started, running] = [count('started'), count('already_running')];
  const refused = items.length - started - running - unanswered;
  return { started, already_running: running, refused, no_answer: unanswered, items };
}

type BatchOutcome = BatchAnswer['items'][number]['outcome'];
