import { createRoute } from '@hono/zod-openapi';
import { missSettings } from '../../config/miss-settings.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import { previewMisses, type PreviewedMisses } from '../../payloads/preview-misses.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { createSharedWork } from '../../storage/shared-work.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { orProblem } from '../or-problem.ts';
import { BY_ID, guarded, json, operation, problems } from '../route-parts.ts';
import { payloadMissesSchema, toPayloadMisses } from '../schemas/payload-misses.ts';

/** Concurrent and queued previews. */
const PREVIEWS = { running: 2, waiting: 100, waitingPerClient: 25 };

const missesRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/{id}/misses', 'previewMisses', 'Payloads'),
  summary:
    'Products of the store that a payload lacks, and which of them go out of stock if the payload is ingested now',
  request: BY_ID,
  responses: {
    200: json(payloadMissesSchema, 'The products that it would count as missed.'),
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the preview of the misses that ingesting a payload would count. */
export function addPayloadMissesRoutes(api: Api, { db, environment }: ApiTools): void {
  const previews = createSharedWork<PreviewedMisses>(PREVIEWS);
  const tools = {
    db,
    platforms: createPlatformRegistry(platformSettings(environment)),
    payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
    missRule: missSettings(environment),
  };
  api.openapi(missesRoute, async (c) => {
    const { id } = c.req.valid('param');
    const found = await orProblem(
      // The file is missing, damaged, or on another pod's disk.
      {
        NotFound: 'not-found',
        CorruptPayload: 'conflict',
        InvalidInput: 'conflict',
        RateLimited: 'rate-limited',
      },
      () => previews.get(String(id), () => previewMisses(tools, id), { client: c.get('actor')?.id }),
    );
    return c.json(toPayloadMisses(id, found), 200);
  });
}
