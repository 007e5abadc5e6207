import { createRoute } from '@hono/zod-openapi';
import { platformSettings } from '../../config/platform-settings.ts';
import { compareStoredFields, type ComparedFields } from '../../payloads/compare-stored-fields.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { createSharedWork } from '../../storage/shared-work.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { orProblem } from '../or-problem.ts';
import { BY_ID, guarded, json, operation, problems } from '../route-parts.ts';
import { payloadFieldsSchema, toPayloadFields } from '../schemas/payload-fields.ts';

/** Concurrent and queued comparisons: each reads two menus. */
const COMPARISONS = { running: 2, waiting: 100, waitingPerClient: 25 };

const fieldsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/{id}/fields', 'comparePayloadFields', 'Payloads'),
  summary:
    'Fields that vanished or appeared since the last accepted payload of the store, and those that were probably renamed',
  request: BY_ID,
  responses: {
    200: json(payloadFieldsSchema, 'The changes of the fields.'),
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the comparison of a payload's fields with those of an earlier payload. */
export function addPayloadFieldsRoutes(api: Api, { db, environment }: ApiTools): void {
  const comparisons = createSharedWork<ComparedFields>(COMPARISONS);
  const tools = {
    db,
    platforms: createPlatformRegistry(platformSettings(environment)),
    payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
  };
  api.openapi(fieldsRoute, async (c) => {
    const { id } = c.req.valid('param');
    const found = await orProblem(
      // The file is missing, damaged, on another pod's disk, or without products.
      {
        NotFound: 'not-found',
        CorruptPayload: 'conflict',
        InvalidInput: 'conflict',
        RateLimited: 'rate-limited',
      },
      () => comparisons.get(String(id), () => compareStoredFields(tools, id), { client: c.get('actor')?.id }),
    );
    return c.json(toPayloadFields(found), 200);
  });
}
