import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { isAnswering } from '../../temporal-client/is-answering.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { json, PUBLIC } from '../route-parts.ts';

const CHECK_MS_MAX = 2_000;

const READY_FRESH_MS = 1_000;

/** With less space than this no payload can be relied on to find room. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

const PARTS = ['database', 'temporal', 'storage'] as const;

const partSchema = z.object({
  ready: z.boolean(),
  reason: z.string().nullable().openapi({ description: 'Why it is not.' }),
});

const readinessSchema = z
  .object({
    ready: z.boolean(),
    checks: z.object({ database: partSchema, temporal: partSchema, storage: partSchema }),
  })
  .openapi('Readiness');

const healthRoute = createRoute({
  ...PUBLIC,
  method: 'get',
  path: '/healthz',
  operationId: 'getHealth',
  tags: ['Health'],
  summary: 'Whether the process answers',
  responses: { 200: json(z.object({ status: z.literal('ok') }), 'It does.') },
});

const readyRoute = createRoute({
  ...PUBLIC,
  method: 'get',
  path: '/readyz',
  operationId: 'getReadiness',
  tags: ['Health'],
  summary: 'Whether all that the API needs is there',
  responses: {
    200: json(readinessSchema, 'All of it.'),
    503: json(readinessSchema, 'Something is missing, with the reason.'),
  },
});

type Part = (typeof PARTS)[number];

/** What load balancers and Kubernetes ask. */
export function addHealthRoutes(api: Api, tools: ApiTools): void {
  api.openapi(healthRoute, (c) => c.json({ status: 'ok' as const }, 200));
  let asked: { readiness: Promise<Readiness>; atMs: number } | null = null;
  api.openapi(readyRoute, async (c) => {
    // Everybody may ask, as often as they like: all of them get one answer a second.
    if (asked === null || performance.now() > asked.atMs + READY_FRESH_MS)
      asked = { readiness: readReadiness(tools), atMs: performance.now() };
    const readiness = await asked.readiness;
    return readiness.ready ? c.json(readiness, 200) : c.json(readiness, 503);
  });
}

type Readiness = z.output<typeof readinessSchema>;

async function readReadiness(tools: ApiTools): Promise<Readiness> {
  const reasons = await Promise.all(PARTS.map((part) => reasonAgainst(part, tools)));
  const checks = Object.fromEntries(
    PARTS.map((part, at) => [part, { ready: reasons[at] === null, reason: reasons[at] ?? null }]),
  ) as Readiness['checks'];
  return { ready: reasons.every((reason) => reason === null), checks };
}

/** The reasons name no address and no path: whoever asks need not show a key. */
async function reasonAgainst(part: Part, tools: ApiTools): Promise<string | null> {
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(() => timeout.resolve(`no answer within ${CHECK_MS_MAX / 1000} s`), CHECK_MS_MAX);
  try {
    return await Promise.race([CHECKS[part](tools), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const CHECKS: Record<Part, (tools: ApiTools) => Promise<string | null>> = {
  database: async ({ db }) => {
    try {
      await sql`select 1`.execute(db);
      return null;
    } catch {
      return 'the database does not answer';
    }
  },
  temporal: async ({ client }) =>
    (await isAnswering(client, CHECK_MS_MAX)) ? null : 'Temporal does not answer, or lacks the namespace',
  storage: async ({ environment }) => {
    try {
      await access(environment.STORAGE_ROOT, constants.R_OK | constants.W_OK);
      const { bavail, bsize } = await statfs(environment.STORAGE_ROOT);
      return bavail * bsize < FREE_BYTES_MIN ? 'the storage is full' : null;
    } catch {
      return 'the storage cannot be read and written';
    }
  },
};
