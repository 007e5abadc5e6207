import { createRoute, z } from '@hono/zod-openapi';
import {
  changeDispensary,
  findNamedDispensaries,
  listDispensaries,
  type DispensaryRow,
} from '../../db/queries/catalog-dispensaries.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import { URGENT_PRIORITY } from '../../temporal-config/priorities.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { starting, startProblems } from '../idempotent.ts';
import { flagParameter, textParameter } from '../parameters.ts';
import { Problem } from '../problem.ts';
import { readPage } from '../read-page.ts';
import { readReason } from '../reason.ts';
import { foundDispensary, notEnabled, requireDispensary } from '../require-dispensary.ts';
import {
  BY_ID,
  guarded,
  json,
  jsonBody,
  list,
  operation,
  PAGE_PARAMETERS,
  problems,
} from '../route-parts.ts';
import {
  crawlRequestSchema,
  dispensaryChangeSchema,
  dispensarySchema,
  toDispensary,
} from '../schemas/dispensaries.ts';
import { stateCode } from '../schemas/state-code.ts';
import { taskStartSchema, toTaskStart } from '../schemas/task-start.ts';
import { sendList } from '../send-list.ts';
import { describeMissingDispensary } from '../../reports/missing-dispensary.ts';
import { startNoted } from '../../ledger/note-start.ts';
import { planCrawl, type NamedDispensary } from '../../temporal-client/task-plans.ts';
import { requesterOf } from '../tasks/start-task.ts';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/dispensaries', 'listDispensaries', 'Dispensaries'),
  summary: 'Dispensaries, in the order of their ids',
  request: {
    query: z.strictObject({
      state: stateCode.optional(),
      platform: z.enum(PLATFORM_NAMES).optional(),
      enabled: flagParameter.optional(),
      search: textParameter.optional().openapi({
        description:
          'Parts of the name and city, separated by spaces; in any order, in capital or small letters.',
      }),
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(dispensarySchema, 'One page.'), ...problems('bad-cursor') },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/dispensaries/{id}', 'getDispensary', 'Dispensaries'),
  summary: 'A dispensary',
  request: BY_ID,
  responses: { 200: json(dispensarySchema, 'The dispensary.'), ...problems('not-found') },
});

const namedRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/dispensaries/named/{name}', 'findDispensaries', 'Dispensaries'),
  summary: 'The dispensaries with an id or a slug',
  description:
    'Stores of several platforms may have the same slug. If there is none, the response names similar slugs.',
  request: { params: z.strictObject({ name: textParameter }) },
  responses: {
    200: list(dispensarySchema, 'All dispensaries with this id or slug.'),
    ...problems('not-found'),
  },
});

const changeRoute = createRoute({
  ...guarded('operate'),
  ...operation('patch /api/dispensaries/{id}', 'changeDispensary', 'Dispensaries'),
  summary: 'Changes how a dispensary is crawled, from its next chain on',
  request: { ...BY_ID, body: jsonBody(dispensaryChangeSchema) },
  responses: {
    200: json(dispensarySchema, 'The dispensary after the change.'),
    ...problems('not-found', 'not-json'),
  },
});

function crawlRoute(tools: ApiTools) {
  return createRoute({
    ...starting(tools),
    ...operation('post /api/dispensaries/{id}/crawl', 'crawlDispensary', 'Dispensaries'),
    summary: 'Crawls a dispensary now, unless a crawl of it is running',
    request: { ...BY_ID, body: { ...jsonBody(crawlRequestSchema), required: false } },
    responses: {
      202: json(taskStartSchema, 'The task that was started, or was already running.'),
      ...startProblems('not-found', 'conflict', 'not-json', 'temporal-unavailable'),
    },
  });
}

/** Adds the routes of stores and their crawl settings. */
export function addDispensaryRoutes(api: Api, tools: ApiTools): void {
  const { db } = tools;
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const { enabled: crawlEnabled, ...rest } = filter;
    const read = (page: Parameters<typeof listDispensaries>[2]) =>
      listDispensaries(db, { ...rest, crawlEnabled }, page);
    return sendList(c, dispensarySchema, await readPage({ limit, cursor, filter }, read, toDispensary));
  });
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(toDispensary(await requireDispensary(db, id)), 200);
  });
  api.openapi(namedRoute, async (c) => {
    const { name } = c.req.valid('param');
    const found = await findNamedDispensaries(db, name);
    if (found.length === 0) throw new Problem('not-found', await describeMissingDispensary(db, name));
    return sendList(c, dispensarySchema, { items: found.map(toDispensary), next_cursor: null });
  });
  api.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const by = { name: c.get('actor')?.name ?? 'unknown', reason: readReason(c) };
    const changed = await changeDispensary(db, id, { change: c.req.valid('json'), by });
    return c.json(toDispensary(foundDispensary(id, changed)), 200);
  });
  api.openapi(crawlRoute(tools), async (c) => {
    const { id } = c.req.valid('param');
    const { priority = URGENT_PRIORITY, ...options } = c.req.valid('json');
    const dispensary = await requireDispensary(db, id);
    if (!dispensary.crawl_enabled) throw notEnabled(id);
    const plan = planCrawl(named(dispensary), { ...withoutUndefined(options), priority });
    const task = await startNoted(tools, plan, requesterOf(c));
    c.set('started', task);
    return c.json(toTaskStart(task), 202);
  });
}

/** Returns the fields that name a dispensary's chain. */
function named({ id, name, platform, state }: DispensaryRow): NamedDispensary {
  return { id, name, platform, stateCode: state };
}
