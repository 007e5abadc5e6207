import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRoute, z } from '@hono/zod-openapi';
import { readInstance } from '../../db/queries/instance.ts';
import { diskShortage } from '../../domain/disk.ts';
import { compareInstances } from '../../domain/instance.ts';
import { readDisk } from '../../storage/read-disk.ts';
import { readNamespaceInstance } from '../../temporal-client/instance.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { json, operation, PUBLIC } from '../route-parts.ts';

const CHECK_MS_MAX = 2_000;

const READY_FRESH_MS = 1_000;

const partSchema = z.object({
  ready: z.boolean(),
  reason: z.string().nullable().openapi({ description: 'Why the part is not ready.' }),
});

const readinessSchema = z
  .object({
    ready: z.boolean(),
    instance: z.uuid().nullable().openapi({
      description:
        'The installation that this API belongs to: the id in its database. Null: the database does not answer.',
    }),
    checks: z.object({ database: partSchema, temporal: partSchema, storage: partSchema }),
  })
  .openapi('Readiness');

const healthRoute = createRoute({
  ...PUBLIC,
  ...operation('get /healthz', 'getHealth', 'Health'),
  summary: 'Whether the process answers',
  responses: { 200: json(z.object({ status: z.literal('ok') }), 'The process answers.') },
});

const readyRoute = createRoute({
  ...PUBLIC,
  ...operation('get /readyz', 'getReadiness', 'Health'),
  summary: 'Whether everything that the API needs is available',
  responses: {
    200: json(readinessSchema, 'Everything is available.'),
    503: json(readinessSchema, 'Something is missing, with the reason.'),
  },
});

type Part = z.output<typeof partSchema>;

/** Adds the probes for load balancers and Kubernetes. */
export function addHealthRoutes(api: Api, tools: ApiTools): void {
  api.openapi(healthRoute, (c) => c.json({ status: 'ok' as const }, 200));
  let requested: { readiness: Promise<Readiness>; atMs: number } | null = null;
  api.openapi(readyRoute, async (c) => {
    // This route is public and unlimited, so all callers share one answer a second.
    if (requested === null || performance.now() > requested.atMs + READY_FRESH_MS)
      requested = { readiness: readReadiness(tools), atMs: performance.now() };
    const readiness = await requested.readiness;
    return readiness.ready ? c.json(readiness, 200) : c.json(readiness, 503);
  });
}

type Readiness = z.output<typeof readinessSchema>;

async function readReadiness(tools: ApiTools): Promise<Readiness> {
  const instance = inTime(async () => (await readInstance(tools.db))?.id ?? null);
  const [database, temporal, storage] = await Promise.all([
    reasonAgainst(instance, 'the database does not answer'),
    reasonAgainst(
      inTime(() => checkTemporal(tools, instance)),
      'Temporal does not answer, or lacks the namespace',
    ),
    reasonAgainst(
      inTime(() => checkStorage(tools)),
      'the storage cannot be read or written',
    ),
  ]);
  const checks = { database, temporal, storage };
  return {
    ready: Object.values(checks).every(({ ready }) => ready),
    instance: await instance.catch(() => null),
    checks,
  };
}

/** Why a part is not ready, in words that are safe to show. */
class NotReady extends Error {}

async function inTime<Value>(check: () => Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>();
  const late = new NotReady(`no answer within ${CHECK_MS_MAX / 1000} s`);
  const timer = setTimeout(() => timeout.reject(late), CHECK_MS_MAX);
  try {
    return await Promise.race([check(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether a part is ready. The reason contains no address and no path, because callers need no key. */
async function reasonAgainst(check: Promise<unknown>, otherwise: string): Promise<Part> {
  try {
    await check;
    return { ready: true, reason: null };
  } catch (error) {
    return { ready: false, reason: error instanceof NotReady ? error.message : otherwise };
  }
}

async function checkTemporal(
  { client, environment }: ApiTools,
  instance: Promise<string | null>,
): Promise<void> {
  const theirs = await client.withDeadline(Date.now() + CHECK_MS_MAX, () => readNamespaceInstance(client));
  const ours = await instance.catch(() => null);
  if (!environment.TEMPORAL_INSTANCE_CHECK || ours === null) return;
  const comparison = compareInstances({ database: ours, temporal: theirs });
  if (comparison === 'same') return;
  throw new NotReady(
    comparison === 'unmarked'
      ? 'the Temporal namespace has no instance id; `npm run setup:temporal` writes it'
      : 'Temporal belongs to another installation than the database',
  );
}

async function checkStorage({ environment }: ApiTools): Promise<void> {
  await access(environment.STORAGE_ROOT, constants.R_OK | constants.W_OK);
  if (diskShortage(await readDisk(environment.STORAGE_ROOT)) === 'full')
    throw new NotReady('the storage is full');
}
