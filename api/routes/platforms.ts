import { createRoute } from '@hono/zod-openapi';
import { paceSettings } from '../../config/pace-settings.ts';
import { setLimits, startTarget, stopTarget } from '../../db/queries/pace-control.ts';
import { scrubWords } from '../../domain/credentials.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../domain/dispensary.ts';
import { listPlatformPaces, readPlatformPace } from '../../reports/platform-paces.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { guarded, json, jsonBody, list, operation, problems } from '../route-parts.ts';
import {
  limitsChangeSchema,
  paceSchema,
  platformPath,
  stopSchema,
  switchedSchema,
} from '../schemas/platforms.ts';
import { sendList } from '../send-list.ts';

const tag = 'Platforms';

const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/platforms', 'listPlatforms', tag),
  summary: 'The limits of each platform over all workers, what slows it down, and whether it is stopped',
  responses: { 200: list(paceSchema, 'The platforms, then other hosts by name.'), ...problems() },
});

const limitsRoute = createRoute({
  ...guarded('operate'),
  ...operation('patch /api/platforms/{name}', 'setPlatformLimits', tag),
  summary: 'Set limits of a platform; each worker applies them from its next request on',
  request: { params: platformPath, body: jsonBody(limitsChangeSchema) },
  responses: {
    200: json(paceSchema, 'The platform with its new limits.'),
    ...problems('not-found', 'not-json'),
  },
});

const stopRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/platforms/{name}/stop', 'stopPlatform', tag),
  summary: 'Stop every request to a platform, on all workers; its work waits',
  request: { params: platformPath, body: jsonBody(stopSchema) },
  responses: { 200: json(switchedSchema, 'The platform is stopped.'), ...problems('not-found', 'not-json') },
});

const startRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/platforms/{name}/start', 'startPlatform', tag),
  summary: 'Start a stopped platform again; work that waits for it continues within a minute',
  request: { params: platformPath },
  responses: { 200: json(switchedSchema, 'The platform is not stopped any more.'), ...problems('not-found') },
});

/** Adds the routes that read and set the pace of platforms, and stop and start them. */
export function addPlatformRoutes(api: Api, { db, environment }: ApiTools): void {
  const usual = paceSettings(environment);
  api.openapi(listRoute, async (c) =>
    sendList(c, paceSchema, { items: await listPlatformPaces(db, usual), next_cursor: null }),
  );
  api.openapi(limitsRoute, async (c) => {
    const name = requirePlatform(c.req.valid('param').name);
    const { requests_per_second: requestsPerSecond, max_concurrent_requests: maxConcurrentRequests } =
      c.req.valid('json');
    await setLimits(db, name, {
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      ...(maxConcurrentRequests === undefined ? {} : { maxConcurrentRequests }),
    });
    return c.json(await readPlatformPace(db, name, usual), 200);
  });
  api.openapi(stopRoute, async (c) => {
    const platform = requirePlatform(c.req.valid('param').name);
    const reason = scrubWords(c.req.valid('json').reason);
    const isNew = await stopTarget(db, platform, reason);
    return c.json({ platform, stopped: true, was_stopped: !isNew, reason }, 200);
  });
  api.openapi(startRoute, async (c) => {
    const platform = requirePlatform(c.req.valid('param').name);
    const wasStopped = await startTarget(db, platform);
    return c.json({ platform, stopped: false, was_stopped: wasStopped, reason: null }, 200);
  });
}

/** Finds a platform by its name. @throws Problem `not-found` that names the existing platforms */
function requirePlatform(given: string): PlatformName {
  const name = PLATFORM_NAMES.find((known) => known === given);
  if (name !== undefined) return name;
  const detail = `There is no platform ${JSON.stringify(given)}; there are ${PLATFORM_NAMES.join(', ')}.`;
  throw new Problem('not-found', detail);
}
