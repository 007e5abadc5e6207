import { listLiveWorkers } from '../../reports/live-workers.ts';
import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Environment } from '../../config/environment.ts';
import type { Db } from '../../db/connect.ts';
import {
  findInstance,
  listPods,
  recordHeartbeat,
  registerWorker,
  requestDecommission,
  type ListedWorker,
  type WorkerFacts,
} from '../../db/queries/worker-registry.ts';
import { ROLES } from '../../domain/role.ts';
import { chooseWorkerName, DEFAULT_WORKER_NAMES, placeOf } from '../../domain/worker-names.ts';
import { isLive } from '../../domain/worker.ts';
import { ROLE_DESCRIPTIONS } from '../../temporal-config/role-descriptions.ts';
import { ROLE_WORKFLOWS } from '../../domain/role-workflows.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { shareReading } from '../../reports/share-reading.ts';
import { Problem } from '../problem.ts';
import { readReason } from '../reason.ts';
import { guarded, json, jsonBody, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  decommissionedSchema,
  heardSchema,
  heartbeatBodySchema,
  podSchema,
  registerBodySchema,
  registeredSchema,
  roleSchema,
  standingOf,
  toWorker,
  toWorkerCounts,
  workerCountsSchema,
  workerPath,
  workerSchema,
  workersQuery,
} from '../schemas/worker-registry.ts';
import { sendList } from '../send-list.ts';

const BASE = '/api/worker-registry';
const tag = 'Workers';

const rolesRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}/roles`, 'listWorkerRoles', tag),
  summary: 'The roles of work',
  responses: { 200: list(roleSchema, 'All roles.'), ...problems() },
});

const listRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}`, 'listWorkers', tag),
  summary: 'The workers in the registry, as of their last heartbeats',
  request: { query: z.strictObject({ ...workersQuery, ...PAGE_PARAMETERS }) },
  responses: { 200: list(workerSchema, 'One page.'), ...problems('bad-cursor') },
});

const countsRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}/counts`, 'countWorkers', tag),
  summary: 'How many workers there are of each status',
  responses: { 200: json(workerCountsSchema, 'The counts of all workers in the registry.'), ...problems() },
});

const podsRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}/pods`, 'listPods', tag),
  summary: 'The pods of the live workers, with the memory of each',
  responses: { 200: list(podSchema, 'All pods.'), ...problems() },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation(`get ${BASE}/{id}`, 'getWorker', tag),
  summary: 'A worker, as of its last heartbeat',
  request: { params: workerPath },
  responses: { 200: json(workerSchema, 'The worker.'), ...problems('not-found') },
});

const registerRoute = createRoute({
  ...guarded('operate'),
  ...operation(`post ${BASE}/register`, 'registerWorker', tag),
  summary: 'Register an external worker, which runs outside this system',
  request: { body: jsonBody(registerBodySchema) },
  responses: { 200: json(registeredSchema, 'The name of the worker.'), ...problems('not-json') },
});

const heartbeatRoute = createRoute({
  ...guarded('operate'),
  ...operation(`post ${BASE}/heartbeat`, 'recordHeartbeat', tag),
  summary: 'Report what an external worker is doing',
  request: { body: jsonBody(heartbeatBodySchema) },
  responses: {
    200: json(heardSchema, 'What the worker has to know, such as a request to stop.'),
    ...problems('not-found', 'conflict', 'not-json'),
  },
});

const decommissionRoute = createRoute({
  ...guarded('operate'),
  ...operation(`post ${BASE}/{id}/decommission`, 'decommissionWorker', tag),
  summary: 'Stop a worker: it takes no new work, finishes its running work, and ends',
  request: { params: workerPath },
  responses: {
    200: json(decommissionedSchema, 'The stop was requested.'),
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the registry of workers and their work. It is for people: Temporal does not read it. */
export function addWorkerRegistryRoutes(api: Api, { db, environment }: ApiTools): void {
  // Readings are shared, because each covers the whole fleet and every dashboard polls.
  const readWorkers = shareReading(() => listLiveWorkers(db));
  const readPods = shareReading(() => listPods(db));
  api.openapi(rolesRoute, (c) => sendList(c, roleSchema, { items: roles(), next_cursor: null }));
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const after = readCursor(cursor, z.string(), filter) ?? '';
    const wanted = filter.status?.split(',');
    // The registry deletes workers that are silent for thirty days, so it stays as small as the fleet and can be read whole.
    const known = (await readWorkers())
      .filter((row) => row.worker_id > after && (wanted === undefined || wanted.includes(standingOf(row))))
      .toSorted((one, other) => (one.worker_id < other.worker_id ? -1 : 1));
    const items = known.slice(0, limit).map(toWorker);
    const last = known.length > limit ? items.at(-1) : undefined;
    return sendList(c, workerSchema, {
      items,
      next_cursor: last === undefined ? null : writeCursor(last.worker_id, filter),
    });
  });
  api.openapi(countsRoute, async (c) => c.json(toWorkerCounts(await readWorkers()), 200));
  api.openapi(podsRoute, async (c) => sendList(c, podSchema, { items: await readPods(), next_cursor: null }));
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    const worker = (await readWorkers()).find(({ worker_id: workerId }) => workerId === id);
    if (worker === undefined) throw new Problem('not-found', `There is no worker ${id}.`);
    return c.json(toWorker(worker), 200);
  });
  api.openapi(registerRoute, async (c) =>
    c.json(await register({ db, environment }, c.req.valid('json')), 200),
  );
  api.openapi(heartbeatRoute, async (c) => c.json(await hear(db, c.req.valid('json')), 200));
  api.openapi(decommissionRoute, async (c) => {
    const { id } = c.req.valid('param');
    const by = c.get('actor')?.name ?? 'unknown';
    const status = await requestDecommission(db, id, { by, reason: readReason(c) });
    if (status === null)
      throw new Problem(
        'not-found',
        `There is no worker ${JSON.stringify(id)}. ${describeLive(await readWorkers())}`,
      );
    if (!isLive(status))
      throw new Problem(
        'conflict',
        `The worker ${JSON.stringify(id)} is ${status}, so it does not run. ${describeLive(await readWorkers())}`,
      );
    const message =
      'The stop was requested. The worker learns of it within two seconds; an external worker, with its next heartbeat.';
    return c.json({ worker_id: id, status, message }, 200);
  });
}

function describeLive(workers: readonly ListedWorker[]): string {
  const live = workers.filter(({ status }) => isLive(status));
  return live.length === 0
    ? 'No worker is live.'
    : `The live workers are ${live.map(({ worker_id: id }) => id).join(', ')}.`;
}

async function register(
  { db, environment }: Pick<ApiTools, 'db' | 'environment'>,
  body: z.output<typeof registerBodySchema>,
): Promise<z.input<typeof registeredSchema>> {
  const facts = factsOf(body, environment);
  const { resources } = body;
  const state = { status: 'active' as const, activeTaskCount: 0, currentTaskIds: [], resources };
  const names = environment.WORKER_NAMES ?? DEFAULT_WORKER_NAMES;
  const place = placeOf(facts.podName, 0, 1);
  const name = await registerWorker(db, { facts, state }, (former, others) =>
    chooseWorkerName({ names, former, place, others }),
  );
  return { worker_id: facts.workerId, friendly_name: name, instance_id: facts.instanceId };
}

async function hear(
  db: Db,
  body: z.output<typeof heartbeatBodySchema>,
): Promise<z.input<typeof heardSchema>> {
  const { worker_id: workerId, status, resources } = body;
  const instanceId = body.instance_id ?? (await findInstance(db, workerId));
  if (instanceId === null) throw unknownWorker(workerId);
  const tasks = body.current_task_ids ?? [body.current_task_id ?? []].flat();
  const heard = await recordHeartbeat(
    db,
    { workerId, instanceId, podName: workerId },
    {
      status,
      activeTaskCount: body.active_task_count ?? tasks.length,
      currentTaskIds: tasks.map(String),
      resources,
      maxConcurrentTasks: body.max_concurrent_tasks,
    },
  );
  switch (heard.row) {
    case 'own': {
      const { isDecommissioned, rivalPodName } = heard;
      return { worker_id: workerId, decommission_requested: isDecommissioned, rival_pod_name: rivalPodName };
    }
    case 'none':
      throw unknownWorker(workerId);
    case 'of another':
      throw new Problem(
        'conflict',
        `Another worker has registered as ${workerId} since, in pod ${heard.podName}; give each its own id.`,
      );
  }
}

function roles() {
  const known = ROLES.map((role) => ({ role, ...ROLE_DESCRIPTIONS[role], handler: ROLE_WORKFLOWS[role] }));
  const resync = {
    role: 'product_resync',
    name: 'Product Resync',
    description: 'The older word for payload_fetch and product_refresh together',
    handler: ROLE_WORKFLOWS.payload_fetch,
  };
  return [...known, resync];
}

/** Builds the facts of a worker that runs elsewhere. It has our thresholds, and our limit of tasks unless it reports its own. */
function factsOf(body: z.output<typeof registerBodySchema>, environment: Environment): WorkerFacts {
  const { worker_id: workerId, resources } = body;
  return {
    workerId,
    instanceId: randomUUID(),
    podName: body.pod_name ?? workerId,
    role: body.role ?? null,
    version: body.version ?? 'unknown',
    queues: body.queues,
    tuner: {
      memory_threshold: environment.MEMORY_BACKOFF_THRESHOLD,
      cpu_threshold: environment.CPU_BACKOFF_THRESHOLD,
      backoff_ms: environment.BACKOFF_DURATION_MS,
      memory_limit_mb: resources.memory_total_mb,
      measures: { memory: 'as it tells', cpu: 'as it tells' },
      max_cached_workflows: null,
    },
    maxConcurrentTasks: body.max_concurrent_tasks ?? environment.MAX_CONCURRENT_TASKS,
    startedAt: new Date(),
  };
}

function unknownWorker(workerId: string): Problem {
  return new Problem('not-found', `The registry has no live worker ${workerId}; register it first.`);
}
