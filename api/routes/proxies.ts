import { createRoute, z } from '@hono/zod-openapi';
import { allowedPrivateHosts } from '../../config/address-settings.ts';
import type { Db } from '../../db/connect.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import {
  disableProxies,
  enableProxies,
  listProxies,
  loadProxies,
  saveProxies,
  type ListedProxy,
} from '../../db/queries/proxies.ts';
import { parseProxies } from '../../egress/parse-proxies.ts';
import { createProbeTools, probeProxy } from '../../egress/probe-proxy.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { Problem } from '../problem.ts';
import { guarded, idParameter, json, jsonBody, list, PAGE_PARAMETERS, problems } from '../route-parts.ts';
import {
  importedSchema,
  importQuerySchema,
  newProxySchema,
  proxySchema,
  testedSchema,
  toProxy,
  toProxyToSave,
  toTested,
} from '../schemas/proxies.ts';
import { sendList } from '../send-list.ts';

const tags = ['Proxies'];
const onePath = z.strictObject({ id: idParameter });

const listRoute = createRoute({
  ...guarded('read'),
  method: 'get',
  path: '/api/proxies',
  operationId: 'listProxies',
  tags,
  summary: 'Every proxy with its health, without passwords',
  request: { query: z.strictObject({ ...PAGE_PARAMETERS }) },
  responses: { 200: list(proxySchema, 'One page.'), ...problems('bad-cursor') },
});

const addRoute = createRoute({
  ...guarded('admin'),
  method: 'post',
  path: '/api/proxies',
  operationId: 'addProxy',
  tags,
  summary: 'Add a proxy, or bring a known one up to date',
  request: { body: jsonBody(newProxySchema) },
  responses: {
    200: json(proxySchema, 'It was known: same protocol, host, port and user.'),
    201: json(proxySchema, 'It was added.'),
    ...problems('password-key-missing'),
  },
});

const importRoute = createRoute({
  ...guarded('admin'),
  method: 'post',
  path: '/api/proxies/import',
  operationId: 'importProxies',
  tags,
  summary: 'Add the proxies of a list: all of them, or none when a line is wrong',
  request: {
    query: importQuerySchema,
    body: {
      required: true,
      description: 'Lines of any of the usual forms, or CSV whose first line names its columns.',
      content: {
        'text/plain': { schema: z.string().openapi({ example: 'http://user:password@proxy.test:8080' }) },
        'text/csv': { schema: z.string() },
      },
    },
  },
  responses: { 200: json(importedSchema, 'What was done.'), ...problems('password-key-missing') },
});

const testRoute = createRoute({
  ...guarded('operate'),
  method: 'post',
  path: '/api/proxies/{id}/test',
  operationId: 'testProxy',
  tags,
  summary: 'Ask the address echo through a proxy, as a crawl does; it changes nothing',
  request: { params: onePath },
  responses: {
    200: json(testedSchema, 'What was seen.'),
    ...problems('not-found', 'password-key-missing'),
  },
});

const enableRoute = createRoute({
  ...guarded('operate'),
  method: 'post',
  path: '/api/proxies/{id}/enable',
  operationId: 'enableProxy',
  tags,
  summary: 'Put a proxy into use, with a fresh start',
  request: { params: onePath },
  responses: { 200: json(proxySchema, 'The proxy.'), ...problems('not-found') },
});

const disableRoute = createRoute({
  ...guarded('operate'),
  method: 'post',
  path: '/api/proxies/{id}/disable',
  operationId: 'disableProxy',
  tags,
  summary: 'Take a proxy out of use until it is enabled again',
  request: { params: onePath },
  responses: { 200: json(proxySchema, 'The proxy.'), ...problems('not-found') },
});

/** The proxies that crawls go through. */
export function addProxyRoutes(api: Api, { db, environment }: ApiTools): void {
  const openSeal = () => preparePasswordSeal(db, keySourceOf(environment));
  const probing = createProbeTools({
    transport: environment.HTTP_TRANSPORT,
    allowedPrivateHosts: allowedPrivateHosts(environment),
    exitAddressUrl: environment.EXIT_ADDRESS_URL,
  });
  api.openapi(listRoute, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const after = readCursor(cursor, z.int(), {}) ?? 0;
    const rows = await listProxies(db, { after, limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return sendList(c, proxySchema, {
      items: rows.map(toProxy),
      next_cursor: last === undefined ? null : writeCursor(last.id, {}),
    });
  });
  api.openapi(addRoute, async (c) => {
    const proxy = toProxyToSave(c.req.valid('json'));
    const { added, ids } = await saveProxies(db, await openSeal(), [proxy]);
    const saved = toProxy(await findProxy(db, ids[0]));
    return added === 1 ? c.json(saved, 201) : c.json(saved, 200);
  });
  api.openapi(importRoute, async (c) => {
    const { dry_run: dryRun, ...usual } = c.req.valid('query');
    const proxies = readProxies(await c.req.text());
    const wished = proxies.map((proxy) => ({
      owner: usual.owner,
      countryCode: usual.country_code,
      maxConcurrent: usual.max_concurrent,
      ...proxy,
    }));
    const { added, updated } =
      dryRun === 'true' ? { added: 0, updated: 0 } : await saveProxies(db, await openSeal(), wished);
    return c.json({ dry_run: dryRun === 'true', proxies: proxies.length, added, updated }, 200);
  });
  api.openapi(testRoute, async (c) => {
    const { id } = c.req.valid('param');
    const [proxy] = await loadProxies(db, await openSeal(), [id]);
    if (proxy === undefined) throw unknownProxy(id);
    return c.json(toTested(id, await probeProxy(probing, proxy)), 200);
  });
  api.openapi(enableRoute, async (c) => {
    const { id } = c.req.valid('param');
    await enableProxies(db, [id]);
    return c.json(toProxy(await findProxy(db, id)), 200);
  });
  api.openapi(disableRoute, async (c) => {
    const { id } = c.req.valid('param');
    await disableProxies(db, [id]);
    return c.json(toProxy(await findProxy(db, id)), 200);
  });
}

async function findProxy(db: Db, id = 0): Promise<ListedProxy> {
  const [proxy] = await listProxies(db, { ids: [id] });
  if (proxy === undefined) throw unknownProxy(id);
  return proxy;
}

function unknownProxy(id: number): Problem {
  return new Problem('not-found', `There is no proxy ${id}.`);
}

/** As many complaints as a person reads. */
const COMPLAINTS_SHOWN = 20;

function readProxies(text: string) {
  const { proxies, complaints } = parseProxies(text);
  if (complaints.length > 0) {
    throw new Problem('bad-input', `${complaints.length} lines are wrong; nothing was imported.`, {
      errors: complaints
        .slice(0, COMPLAINTS_SHOWN)
        .map((detail) => ({ in: 'body' as const, pointer: '', detail })),
    });
  }
  if (proxies.length === 0) throw new Problem('bad-input', 'The list holds no proxy; nothing was imported.');
  return proxies;
}
