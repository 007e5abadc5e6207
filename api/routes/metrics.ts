import { createRoute, z } from '@hono/zod-openapi';
import type { Api, ApiTools } from '../api-env.ts';
import { guarded, operation, problems } from '../route-parts.ts';

const metricsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /metrics', 'getMetrics', 'Health'),
  summary: 'What Prometheus scrapes',
  responses: {
    200: { description: 'The text form of Prometheus.', content: { 'text/plain': { schema: z.string() } } },
    ...problems(),
  },
});

/** Adds the metrics of the API and of the crawl. */
export function addMetricsRoutes(api: Api, { metrics }: ApiTools): void {
  api.openapi(
    metricsRoute,
    async (c) => c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }) as never,
  );
}
