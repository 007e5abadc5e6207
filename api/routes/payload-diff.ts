import { createRoute, z } from '@hono/zod-openapi';
import type { PayloadDiff } from '../../payloads/diff-payloads.ts';
import { diffStoredMenus } from '../../payloads/diff-stored-menus.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import type { Db } from '../../db/connect.ts';
import { findPayload } from '../../db/queries/payload-pages.ts';
import { findLastTwoPayloads, findPayloadBefore } from '../../db/queries/payloads.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { createSharedWork } from '../../storage/shared-work.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { orProblem } from '../or-problem.ts';
import { Problem } from '../problem.ts';
import { requireDispensary } from '../require-dispensary.ts';
import { guarded, idParameter, json, operation, problems } from '../route-parts.ts';
import { payloadDiffSchema, toPayloadDiff } from '../schemas/payloads.ts';

/** Concurrent and queued comparisons: each reads two menus. */
const DIFFS = { running: 4, waiting: 100, waitingPerClient: 25 };

const diffRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/store/{dispensaryId}/diff', 'diffPayloads', 'Payloads'),
  summary: 'What changed between two payloads of a store, by default the last two',
  request: {
    params: z.strictObject({ dispensaryId: idParameter }),
    query: z.strictObject({
      from: idParameter
        .optional()
        .openapi({ description: 'The id of the older payload; default: the one before `to`.' }),
      to: idParameter
        .optional()
        .openapi({ description: 'The id of the newer payload; default: the newest one.' }),
    }),
  },
  responses: {
    200: json(payloadDiffSchema, 'The changes, by option.'),
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the comparison of two payloads. */
export function addPayloadDiffRoutes(api: Api, { db, environment }: ApiTools): void {
  const diffs = createSharedWork<PayloadDiff>(DIFFS);
  const tools = {
    db,
    platforms: createPlatformRegistry(platformSettings(environment)),
    payloadFiles: createPayloadFiles({ root: environment.STORAGE_ROOT }),
  };
  api.openapi(diffRoute, async (c) => {
    const { dispensaryId } = c.req.valid('param');
    const request = c.req.valid('query');
    await requireDispensary(db, dispensaryId);
    const compare = async () => {
      const ids = await chooseTwo(db, dispensaryId, request);
      await Promise.all([requireOf(db, dispensaryId, ids.from), requireOf(db, dispensaryId, ids.to)]);
      return diffs.get(`${ids.from} ${ids.to}`, () => diffStoredMenus(tools, ids), {
        client: c.get('actor')?.id,
      });
    };
    const found = await orProblem(
      // The file is missing, damaged, or on another pod's disk.
      {
        NotFound: 'not-found',
        CorruptPayload: 'conflict',
        InvalidInput: 'conflict',
        RateLimited: 'rate-limited',
      },
      compare,
    );
    return c.json(toPayloadDiff(found), 200);
  });
}

/** Fills in missing ids: without `to` the newest payload, without `from` the payload before `to`. */
async function chooseTwo(
  db: Db,
  dispensaryId: number,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): Promise<{ from: number; to: number }> {
  if (to === undefined) {
    const last = await findLastTwoPayloads(db, dispensaryId);
    return { from: from ?? last.from, to: last.to };
  }
  const before = from ?? (await findPayloadBefore(db, to));
  if (before === null) throw new Problem('not-found', `There is no payload before ${to} to compare it with.`);
  return { from: before, to };
}

async function requireOf(db: Db, dispensaryId: number, payloadId: number): Promise<void> {
  if ((await findPayload(db, payloadId))?.dispensary_id !== dispensaryId)
    throw new Problem('not-found', `Dispensary ${dispensaryId} has no payload ${payloadId}.`);
}
