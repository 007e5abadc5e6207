import { qualitySettings } from '../../config/quality-settings.ts';
import { createRoute, z } from '@hono/zod-openapi';
import type { PageRequest } from '../../db/keyset-page.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { listQualityItems, summarizeQuality } from '../../reports/quality-report.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readPage } from '../read-page.ts';
import { guarded, json, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  problemName,
  qualityItemSchema,
  qualitySummarySchema,
  toQualityItem,
  toQualitySummary,
} from '../schemas/quality.ts';
import { stateCode } from '../schemas/state-code.ts';
import { sendList } from '../send-list.ts';

const scope = { platform: z.enum(PLATFORM_NAMES).optional(), state: stateCode.optional() };

const summaryRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/quality', 'getQuality', 'Quality'),
  summary:
    'The number of dispensaries with each problem, by platform, with an example of each problem, and the fields that drift',
  request: { query: z.strictObject(scope) },
  responses: { 200: json(qualitySummarySchema, 'The summary.'), ...problems() },
});

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/quality/dispensaries', 'listQuality', 'Quality'),
  summary: 'Dispensaries with a problem, in the order of their ids, with the values that show it',
  request: {
    query: z.strictObject({
      problem: problemName.optional(),
      ...scope,
      ...PAGE_PARAMETERS,
    }),
  },
  responses: { 200: list(qualityItemSchema, 'One page.'), ...problems('bad-cursor') },
});

/** Adds the quality of the catalog, by dispensary and by platform. */
export function addQualityRoutes(api: Api, { db, environment }: ApiTools): void {
  const rule = qualitySettings(environment);
  api.openapi(summaryRoute, async (c) =>
    c.json(toQualitySummary(await summarizeQuality(db, { ...rule, ...c.req.valid('query') })), 200),
  );
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const read = (page: PageRequest) => listQualityItems(db, { ...rule, ...filter }, page);
    return sendList(c, qualityItemSchema, await readPage({ limit, cursor, filter }, read, toQualityItem));
  });
}
