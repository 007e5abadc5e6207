import { createRoute } from '@hono/zod-openapi';
import type { Db } from '../../db/connect.ts';
import { disableProxies, enableProxies, listProxies } from '../../db/queries/proxies.ts';
import { toProxy } from '../../reports/proxy-answer.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { requireProxy } from '../require-proxy.ts';
import { BY_ID, guarded, json, jsonBody, operation, problems } from '../route-parts.ts';
import { proxyIdsSchema, proxySchema, switchedProxiesSchema } from '../schemas/proxies.ts';

const tag = 'Proxies';

const enableRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/proxies/{id}/enable', 'enableProxy', tag),
  summary: 'Put a proxy into use; its earlier failures do not count any more',
  request: BY_ID,
  responses: { 200: json(proxySchema, 'The proxy.'), ...problems('not-found') },
});

const disableRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/proxies/{id}/disable', 'disableProxy', tag),
  summary: 'Take a proxy out of use until it is enabled again',
  request: BY_ID,
  responses: { 200: json(proxySchema, 'The proxy.'), ...problems('not-found') },
});

const several = {
  request: { body: jsonBody(proxyIdsSchema) },
  responses: {
    200: json(switchedProxiesSchema, 'The proxies after the change.'),
    ...problems('not-found', 'not-json'),
  },
};

const enableManyRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/proxies/enable', 'enableProxies', tag),
  summary:
    'Put proxies into use, all of them or none if one is unknown; their earlier failures do not count any more',
  ...several,
});

const disableManyRoute = createRoute({
  ...guarded('operate'),
  ...operation('post /api/proxies/disable', 'disableProxies', tag),
  summary: 'Take proxies out of use until they are enabled again: all of them, or none when one is unknown',
  ...several,
});

/** Adds the routes that enable and disable proxies. */
export function addProxySwitchRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(enableManyRoute, async (c) => {
    const ids = await requireAll(db, c.req.valid('json').ids);
    return c.json({ ids: await enableProxies(db, ids), is_active: true }, 200);
  });
  api.openapi(disableManyRoute, async (c) => {
    const ids = await requireAll(db, c.req.valid('json').ids);
    return c.json({ ids: await disableProxies(db, ids), is_active: false }, 200);
  });
  api.openapi(enableRoute, async (c) => {
    const { id } = c.req.valid('param');
    await enableProxies(db, [id]);
    return c.json(toProxy(await requireProxy(db, id)), 200);
  });
  api.openapi(disableRoute, async (c) => {
    const { id } = c.req.valid('param');
    await disableProxies(db, [id]);
    return c.json(toProxy(await requireProxy(db, id)), 200);
  });
}

/**
 * Checks that all proxies exist. Proxies are never removed, so those that exist now still exist when they are changed. @throws Problem
 * `not-found`
 */
async function requireAll(db: Db, ids: number[]): Promise<number[]> {
  const known = new Set((await listProxies(db, { ids })).map(({ id }) => id));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Problem('not-found', `There is no proxy ${unknown.join(', ')}; nothing was changed.`);
  return ids;
}
