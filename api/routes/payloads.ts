import { createRoute, z } from '@hono/zod-openapi';
import type { PageRequest } from '../../db/keyset-page.ts';
import {
  findLatestPayload,
  findPayloadDetail,
  listPayloadPage,
  type PayloadFilter,
} from '../../db/queries/payload-pages.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { withDoubtEnds } from '../../reports/doubt-ends.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { flagParameter, RANGE_PARAMETERS, toRange } from '../parameters.ts';
import { Problem } from '../problem.ts';
import { requireDispensary } from '../require-dispensary.ts';
import { readPage } from '../read-page.ts';
import { BY_ID, guarded, idParameter, json, list, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  payloadDetailSchema,
  payloadSchema,
  toPayload,
  toPayloadDetail,
  VERDICTS,
} from '../schemas/payloads.ts';
import { sendList } from '../send-list.ts';

const reads = { ...guarded('read'), method: 'get' as const, tags: ['Payloads'] };
const ofStore = z.strictObject({ dispensaryId: idParameter });

const filters = {
  platform: z.enum(PLATFORM_NAMES).optional(),
  verdict: z.enum(VERDICTS).optional(),
  ...RANGE_PARAMETERS,
  ...PAGE_PARAMETERS,
};

const listRoute = createRoute({
  ...reads,
  path: '/api/payloads',
  operationId: 'listPayloads',
  summary: 'Stored payloads, the newest first',
  request: {
    query: z.strictObject({
      dispensary_id: idParameter.optional(),
      unreplaced: flagParameter.optional().openapi({
        description:
          'True: only payloads of crawled stores whose menu in the catalog is older. With `verdict=rejected`, the stores to crawl again.',
      }),
      ...filters,
    }),
  },
  responses: { 200: list(payloadSchema, 'One page.'), ...problems('bad-cursor', 'impossible') },
});

const storeRoute = createRoute({
  ...reads,
  path: '/api/payloads/store/{dispensaryId}',
  operationId: 'listPayloadsOfStore',
  summary: 'The payloads of a store',
  request: { params: ofStore, query: z.strictObject(filters) },
  responses: { 200: list(payloadSchema, 'One page.'), ...problems('bad-cursor', 'impossible', 'not-found') },
});

const latestRoute = createRoute({
  ...reads,
  path: '/api/payloads/store/{dispensaryId}/latest',
  operationId: 'getLatestPayload',
  summary: 'The newest accepted payload of a store',
  request: { params: ofStore },
  responses: { 200: json(payloadSchema, 'The payload.'), ...problems('not-found') },
});

const oneRoute = createRoute({
  ...reads,
  path: '/api/payloads/{id}',
  operationId: 'getPayload',
  summary: 'A payload, with everything known about it',
  request: BY_ID,
  responses: { 200: json(payloadDetailSchema, 'The payload.'), ...problems('not-found') },
});

/** Adds the lists of payloads and of the changes between them. */
export function addPayloadRoutes(api: Api, { db }: ApiTools): void {
  const reader = (filter: PayloadFilter) => (page: PageRequest) => listPayloadPage(db, filter, page);

  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const { dispensary_id: dispensaryId, unreplaced: isUnreplaced, ...rest } = filter;
    const read = reader({ ...rest, dispensaryId, isUnreplaced, ...toRange(rest) });
    return sendList(c, payloadSchema, await readPage({ limit, cursor, filter }, read, toPayload));
  });
  api.openapi(storeRoute, async (c) => {
    const { dispensaryId } = c.req.valid('param');
    const { limit, cursor, ...filter } = c.req.valid('query');
    await requireDispensary(db, dispensaryId);
    const read = reader({ ...filter, dispensaryId, ...toRange(filter) });
    const page = await readPage({ limit, cursor, filter: { dispensaryId, ...filter } }, read, toPayload);
    return sendList(c, payloadSchema, page);
  });
  api.openapi(latestRoute, async (c) => {
    const { dispensaryId } = c.req.valid('param');
    const payload = await findLatestPayload(db, dispensaryId);
    if (payload !== null) return c.json(toPayload(payload), 200);
    await requireDispensary(db, dispensaryId);
    throw new Problem('not-found', `Dispensary ${dispensaryId} has no accepted payload.`);
  });
  api.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid('param');
    const found = await findPayloadDetail(db, id);
    const [payload] = found === null ? [] : await withDoubtEnds(db, [found]);
    if (payload === undefined) throw new Problem('not-found', `There is no payload ${id}.`);
    return c.json(toPayloadDetail(payload), 200);
  });
}
