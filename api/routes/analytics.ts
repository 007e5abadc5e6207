import { createRoute, z } from '@hono/zod-openapi';
import { ANALYTICS, listAnalytics, type AnalyticsName } from '../../db/queries/analytics-pages.ts';
import type { PageRequest } from '../../db/keyset-page.ts';
import { withIsoTimes } from '../../reports/iso-times.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readPage } from '../read-page.ts';
import { guarded, list, operation, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import { ANALYTICS_SCHEMAS, DIMENSIONS } from '../schemas/analytics.ts';
import { sendList } from '../send-list.ts';

const SUMMARIES: Record<AnalyticsName, [operationId: string, summary: string]> = {
  'dispensary-overview': ['listDispensaryOverview', 'The state of each store'],
  'brand-presence': ['listBrandPresence', 'The number of stores that have each brand, by state and category'],
  'current-prices': ['listCurrentPrices', 'Current prices, by brand, category and state'],
  'price-history': ['listPriceHistory', 'Prices of the last 90 days, by product and day'],
  availability: ['listAvailability', 'What is out of stock, by store and brand'],
  'assortment-changes': ['listAssortmentChanges', 'Products that were added and removed, by store and day'],
};

/** Adds a route for each materialized view. */
export function addAnalyticsRoutes(api: Api, { db }: ApiTools): void {
  for (const name of Object.keys(ANALYTICS) as AnalyticsName[]) {
    const item = ANALYTICS_SCHEMAS[name];
    api.openapi(routeOf(name), async (c) => {
      const { limit, cursor, ...given } = c.req.valid('query');
      const filter = Object.fromEntries(
        Object.entries(given).flatMap(([column, value]) =>
          value === undefined ? [] : [[column, String(value as string | number)]],
        ),
      );
      const read = (page: PageRequest) => listAnalytics(db, { name, filter }, page);
      return sendList(
        c,
        item,
        await readPage({ limit, cursor, filter: { name, ...filter } }, read, withIsoTimes),
      );
    });
  }
}

function routeOf(name: AnalyticsName) {
  const [operationId, summary] = SUMMARIES[name];
  return createRoute({
    ...guarded('read'),
    ...operation(`get /api/analytics/${name}`, operationId, 'Analytics'),
    summary,
    description: 'The time of the last refresh of the analytics, which the rows show.',
    request: {
      query: z.strictObject({ ...dimensionsOf(name), ...PAGE_PARAMETERS }),
    },
    responses: { 200: list(ANALYTICS_SCHEMAS[name], 'One page.'), ...problems('bad-cursor') },
  });
}

/** Returns the parameters of a view's dimensions; their names are unknown at compile time. */
function dimensionsOf(name: AnalyticsName): object {
  const columns = Object.keys(ANALYTICS[name].dimensions);
  return Object.fromEntries(columns.map((column) => [column, DIMENSIONS[column]]));
}
