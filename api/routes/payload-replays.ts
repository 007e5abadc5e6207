import { createRoute } from '@hono/zod-openapi';
import { platformSettings } from '../../config/platform-settings.ts';
import { countUnusable, listPayloadsInRange } from '../../db/queries/replay.ts';
import { previewReplay, type PreviewedReplay } from '../../payloads/preview-replay.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { createSharedWork } from '../../storage/shared-work.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { orProblem } from '../or-problem.ts';
import { toRange } from '../parameters.ts';
import { readPage } from '../read-page.ts';
import { BY_ID, guarded, json, listWith, operation, problems } from '../route-parts.ts';
import {
  leftOutField,
  replayablePayloadSchema,
  replayPreviewSchema,
  replayQuery,
  toReplayable,
  toReplayPreview,
} from '../schemas/payload-replays.ts';
import { sendList } from '../send-list.ts';

/** Concurrent and queued previews. */
const PREVIEWS = { running: 2, waiting: 100, waitingPerClient: 25 };

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/replay', 'listReplayablePayloads', 'Payloads'),
  summary: 'Payloads that can be ingested again: by dispensary, the oldest of each first',
  request: { query: replayQuery },
  responses: {
    200: listWith(replayablePayloadSchema, leftOutField, 'One page.'),
    ...problems('bad-cursor', 'impossible'),
  },
});

const previewRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/{id}/replay', 'previewReplay', 'Payloads'),
  summary: 'What another ingest of a payload, with the current rules, would change in its snapshots',
  request: BY_ID,
  responses: {
    200: json(replayPreviewSchema, 'The changes, by option.'),
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the list of payloads that can be ingested again, and the preview of what that would change. */
export function addPayloadReplayRoutes(api: Api, { db, environment }: ApiTools): void {
  const previews = createSharedWork<PreviewedReplay>(PREVIEWS);
  const tools = {
    db,
    platforms: createPlatformRegistry(platformSettings(environment)),
    payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
  };
  api.openapi(listRoute, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query');
    const { dispensary_ids: ids, state, ...rest } = filter;
    const range = { dispensaryIds: ids?.split(',').map(Number), state, ...toRange(rest) };
    const page = await readPage(
      { limit, cursor, filter },
      (place) => listPayloadsInRange(db, range, place),
      toReplayable,
    );
    return sendList(c, replayablePayloadSchema, { ...page, left_out: await countUnusable(db, range) });
  });
  api.openapi(previewRoute, async (c) => {
    const { id } = c.req.valid('param');
    const found = await orProblem(
      // The file is missing, damaged, or on another pod's disk.
      {
        NotFound: 'not-found',
        CorruptPayload: 'conflict',
        InvalidInput: 'conflict',
        RateLimited: 'rate-limited',
      },
      () => previews.get(String(id), () => previewReplay(tools, id), { client: c.get('actor')?.id }),
    );
    return c.json(toReplayPreview(id, found), 200);
  });
}
