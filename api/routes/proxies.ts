import { createRoute, z } from '@hono/zod-openapi';
import { allowedPrivateHosts } from '../../config/address-settings.ts';
import pLimit from 'p-limit';
import { checkPasswordKey, keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { foreseeSavedProxies, listProxies, loadProxies, saveProxies } from '../../db/queries/proxies.ts';
import { CrawlError } from '../../domain/errors.ts';
import { assertPublicAddress, type AddressPolicy } from '../../egress/address-guard.ts';
import { parseProxies } from '../../egress/parse-proxies.ts';
import { createProbeTools, probeProxy } from '../../egress/probe-proxy.ts';
import { toProxy } from '../../reports/proxy-answer.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { starting, startProblems } from '../idempotent.ts';
import { Problem } from '../problem.ts';
import { requireProxy } from '../require-proxy.ts';
import {
  BY_ID,
  guarded,
  json,
  jsonBody,
  list,
  operation,
  PAGE_PARAMETERS,
  problems,
} from '../route-parts.ts';
import {
  importedSchema,
  importQuerySchema,
  newProxySchema,
  proxySchema,
  testedSchema,
  toProxyToSave,
  toTested,
} from '../schemas/proxies.ts';
import { sendList } from '../send-list.ts';

const tag = 'Proxies';
const listRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/proxies', 'listProxies', tag),
  summary: 'Every proxy with its health, without passwords',
  request: { query: z.strictObject({ ...PAGE_PARAMETERS }) },
  responses: { 200: list(proxySchema, 'One page.'), ...problems('bad-cursor') },
});

const oneRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/proxies/{id}', 'getProxy', tag),
  summary: 'A proxy with its health',
  request: BY_ID,
  responses: { 200: json(proxySchema, 'The proxy.'), ...problems('not-found') },
});

const addRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/proxies', 'addProxy', tag),
  summary: 'Add a proxy, or update a known one',
  request: { body: jsonBody(newProxySchema) },
  responses: {
    200: json(proxySchema, 'A proxy with the same protocol, host, port and user was known, and was updated.'),
    201: json(proxySchema, 'It was added.'),
    ...problems('not-json', 'password-key-missing', 'private-address'),
  },
});

const importRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/proxies/import', 'importProxies', tag),
  summary: 'Add the proxies of a list: all of them, or none when a line is wrong',
  request: {
    query: importQuerySchema,
    body: {
      required: true,
      description:
        'Lines, or CSV whose first line names its columns. The patterns show the simplest forms; docs/how-to/add-proxies.md has those with user and password, and all columns.',
      content: {
        'text/plain': {
          schema: z
            .string()
            .regex(/^((https?|socks5):\/\/[A-Za-z0-9]+(\.[A-Za-z0-9]+)*:[1-9][0-9]{0,3}\n)+$/)
            .openapi({ example: 'http://proxy.test:8080\n' }),
        },
        'text/csv': {
          schema: z
            .string()
            .regex(/^host,port\n([A-Za-z0-9]+(\.[A-Za-z0-9]+)*,[1-9][0-9]{0,3}\n)+$/)
            .openapi({ example: 'host,port\nproxy.test,8080\n' }),
        },
      },
    },
  },
  responses: {
    200: json(importedSchema, 'How many proxies were added and updated.'),
    ...problems('not-text', 'password-key-missing', 'private-address'),
  },
});

/** Adds the proxies that crawls use. */
export function addProxyRoutes(api: Api, tools: ApiTools): void {
  const { db, environment } = tools;
  // `mustResolve`, because we connect to the proxy ourselves: no other host resolves its name.
  const policy = { allowedPrivateHosts: allowedPrivateHosts(environment), mustResolve: true };
  const openSeal = () => preparePasswordSeal(db, keySourceOf(environment));
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
  api.openapi(oneRoute, async (c) => c.json(toProxy(await requireProxy(db, c.req.valid('param').id)), 200));
  api.openapi(addRoute, async (c) => {
    const proxy = toProxyToSave(c.req.valid('json'));
    await refusePrivate([proxy], policy);
    const { added, ids } = await saveProxies(db, await openSeal(), [proxy]);
    const saved = toProxy(await requireProxy(db, ids[0] ?? 0));
    return added === 1 ? c.json(saved, 201) : c.json(saved, 200);
  });
  api.openapi(importRoute, async (c) => {
    const { dry_run: dryRun, ...usual } = c.req.valid('query');
    refuseOtherText(c.req.header('Content-Type'));
    const proxies = readProxies(await c.req.text());
    await refusePrivate(proxies, policy);
    const wished = proxies.map((proxy) => ({
      owner: usual.owner,
      countryCode: usual.country_code,
      maxConcurrent: usual.max_concurrent,
      ...proxy,
    }));
    const isDry = dryRun === 'true';
    if (isDry) await checkPasswordKey(db, keySourceOf(environment));
    const { added, updated } = isDry
      ? await foreseeSavedProxies(db, wished)
      : await saveProxies(db, await openSeal(), wished);
    return c.json({ dry_run: isDry, proxies: proxies.length, added, updated }, 200);
  });
  addTestRoute(api, tools);
}

function addTestRoute(api: Api, tools: ApiTools): void {
  const { db, environment } = tools;
  const testRoute = createRoute({
    ...starting(tools),
    ...operation('post /api/proxies/{id}/test', 'testProxy', tag),
    summary: 'Request the address echo through a proxy, as a crawl does; changes nothing',
    request: BY_ID,
    responses: {
      200: json(testedSchema, 'The result of the test.'),
      ...startProblems('not-found', 'password-key-missing'),
    },
  });
  const probing = createProbeTools({
    allowedPrivateHosts: allowedPrivateHosts(environment),
    exitAddressUrl: environment.EXIT_ADDRESS_URL,
  });
  api.openapi(testRoute, async (c) => {
    const { id } = c.req.valid('param');
    const seal = await preparePasswordSeal(db, keySourceOf(environment));
    try {
      const [proxy] = await loadProxies(db, seal, [id]);
      if (proxy === undefined) throw new Problem('not-found', `There is no proxy ${id}.`);
      return c.json(toTested(id, await probeProxy(probing, proxy)), 200);
    } catch (error) {
      // Its password cannot be decrypted.
      if (!(error instanceof CrawlError)) throw error;
      return c.json(toTested(id, { isGood: false, error: error.message, isCertain: true }), 200);
    }
  });
}

/** Refuses a body that is neither plain text nor CSV. A body without a Content-Type counts as text. */
function refuseOtherText(contentType: string | undefined): void {
  if (contentType === undefined || /^text\/(plain|csv)\s*(;|$)/i.test(contentType)) return;
  throw new Problem(
    'not-text',
    `The body takes the Content-Type text/plain or text/csv, got ${JSON.stringify(contentType.slice(0, 80))}.`,
  );
}

/** The most faulty lines that a response lists: as many as a person reads. */
const COMPLAINTS_SHOWN = 20;

function readProxies(text: string) {
  const { proxies, complaints } = parseProxies(text);
  if (complaints.length > 0) {
    const count = complaints.length === 1 ? '1 line is' : `${complaints.length} lines are`;
    throw new Problem('bad-input', `${count} wrong; nothing was imported.`, {
      errors: complaints
        .slice(0, COMPLAINTS_SHOWN)
        .map((detail) => ({ in: 'body' as const, pointer: '', detail })),
    });
  }
  if (proxies.length === 0)
    throw new Problem('bad-input', 'The list contains no proxy; nothing was imported.');
  return proxies;
}

const LOOKUPS_AT_ONCE = 10;

/**
 * Refuses proxies on private hosts, because adding proxies by HTTP must not give access to our own network. An operator may name private
 * hosts in ALLOWED_PRIVATE_HOSTS, or add such a proxy in the database itself. A name has to resolve to a public address now; its owner may
 * change the address later.
 */
async function refusePrivate(proxies: { host: string }[], policy: AddressPolicy): Promise<void> {
  const hosts = new Set(proxies.map(({ host }) => host));
  await pLimit(LOOKUPS_AT_ONCE).map([...hosts], async (host) => {
    try {
      await assertPublicAddress(`https://${host.includes(':') ? `[${host}]` : host}/`, policy);
    } catch (error) {
      if (!(error instanceof CrawlError)) throw error;
      const text = `The proxy ${host} has no public host, as far as this machine can resolve it: name the host in ALLOWED_PRIVATE_HOSTS, or add the proxy with \`crawlchain proxies import --direct\`.`;
      throw new Problem('private-address', text, { cause: error });
    }
  });
}
