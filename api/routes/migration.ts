import { createRoute, type z } from '@hono/zod-openapi';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { compareQueues } from '../../legacy/compare-queues.ts';
import { cancelPendingWork, disableOldSchedules } from '../../legacy/stop-queue.ts';
import { migrateFully, startResync, type StartedWork } from '../../legacy/take-over-work.ts';
import type { Api, ApiTools, StartedWorkflow } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { guarded, json, operation, optionalBody, problems } from '../route-parts.ts';
import {
  cancelledJobsSchema,
  disabledSchedulesSchema,
  dryRunBodySchema,
  fullMigrationSchema,
  migrationStatusSchema,
  resyncBodySchema,
  resyncSchema,
} from '../schemas/migration.ts';

const BASE = '/api/tasks/migration';

const statusRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}/status`, 'getMigrationStatus', 'Migration'),
  summary: 'The legacy queue, compared with what does its work now',
  responses: { 200: json(migrationStatusSchema, 'Both.'), ...problems('temporal-unavailable') },
});

/** Adds the routes that migrate the queues and schedules of another system. */
export function addMigrationRoutes(api: Api, tools: ApiTools): void {
  const { db, client, environment } = tools;
  const legacy = openLegacy(tools);
  const source = legacy === db ? ('DATABASE_URL' as const) : ('LEGACY_DATABASE_URL' as const);
  api.openapi(statusRoute, async (c) => {
    const status = await compareQueues({ legacy, db, client });
    return c.json({ source, ...status }, 200);
  });
  api.openapi(disableRoute(tools), async (c) => {
    const { dry_run: isDryRun = false } = c.req.valid('json');
    return c.json({ dry_run: isDryRun, schedules: await disableOldSchedules(legacy, { isDryRun }) }, 200);
  });
  api.openapi(cancelRoute(tools), async (c) => {
    const { dry_run: isDryRun = false } = c.req.valid('json');
    return c.json({ dry_run: isDryRun, queues: await cancelPendingWork(legacy, { isDryRun }) }, 200);
  });
  api.openapi(resyncRoute(tools), async (c) => {
    const { dry_run: isDryRun = false, state_code: stateCode = null } = c.req.valid('json');
    const resync = await startResync({ db, client }, { stateCode, isDryRun });
    noteStarted((started) => c.set('started', started), resync);
    return c.json({ dry_run: isDryRun, ...resync }, 200);
  });
  api.openapi(fullRoute(tools), async (c) => {
    const { dry_run: isDryRun = false } = c.req.valid('json');
    const migration = { legacy, db, client, discoveryStates: environment.DISCOVERY_STATES };
    const done = await migrateFully(migration, { isDryRun });
    noteStarted((started) => c.set('started', started), done.resync);
    return c.json({ dry_run: isDryRun, ...done }, 200);
  });
}

/** Limit of an answer of the replaced system's database: long, because its queues may have many rows to cancel. */
const LEGACY_ANSWER_MS_MAX = 60_000;

/** Connects to the database of the replaced system. Its tables may be in our own database. */
function openLegacy({ db, environment, log }: ApiTools): Db {
  const url = environment.LEGACY_DATABASE_URL;
  if (url === undefined) return db;
  return connectDatabase({
    url,
    poolSize: 2,
    answerMsMax: LEGACY_ANSWER_MS_MAX,
    applicationName: 'crawlchain-migration',
    onLostConnection: (error) => log.warn({ err: error }, 'a connection to the legacy database was lost'),
  });
}

function noteStarted(
  note: (started: StartedWorkflow) => void,
  { workflow_id: workflowId, run_id: runId, outcome }: StartedWork,
): void {
  if (outcome === 'started' && runId !== null) note({ workflowId, runId });
}

interface Step<Body extends z.ZodType, Answer extends z.ZodType> {
  name: string;
  operationId: string;
  summary: string;
  body: Body;
  answer: Answer;
}

function step<Body extends z.ZodType, Answer extends z.ZodType>(
  tools: ApiTools,
  { name, operationId, summary, body, answer }: Step<Body, Answer>,
) {
  return createRoute({
    ...starting(tools, 'admin'),
    ...operation(`post ${BASE}/${name}`, operationId, 'Migration'),
    summary,
    request: { body: optionalBody(body) },
    responses: {
      200: json(answer, 'What was done, or what a dry run would do.'),
      ...startProblems('conflict', 'not-json', 'temporal-unavailable'),
    },
  });
}

const disableRoute = (tools: ApiTools) =>
  step(tools, {
    name: 'disable-old-schedules',
    operationId: 'disableOldSchedules',
    summary: 'Disable the schedules of the legacy system',
    body: dryRunBodySchema,
    answer: disabledSchedulesSchema,
  });

const cancelRoute = (tools: ApiTools) =>
  step(tools, {
    name: 'cancel-pending-crawl-jobs',
    operationId: 'cancelPendingCrawlJobs',
    summary: 'Cancel the work that waits in the legacy queues',
    body: dryRunBodySchema,
    answer: cancelledJobsSchema,
  });

const resyncRoute = (tools: ApiTools) =>
  step(tools, {
    name: 'create-resync-tasks',
    operationId: 'createResyncTasks',
    summary: 'Crawl all stores, or those of a state',
    body: resyncBodySchema,
    answer: resyncSchema,
  });

const fullRoute = (tools: ApiTools) =>
  step(tools, {
    name: 'full-migrate',
    operationId: 'migrateFully',
    summary:
      'The whole migration: stop the legacy system, crawl all stores, discover stores, refresh the analytics',
    body: dryRunBodySchema,
    answer: fullMigrationSchema,
  });
