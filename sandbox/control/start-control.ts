import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignRequest } from '../../http-guard/foreign-request.ts';
import type { ProxyChange } from '../proxies/exit-addresses.ts';
import { PROXY_RULES } from '../proxies/proxy-access.ts';
import type { Faults } from '../storefront/faults.ts';
import type { Lies } from '../lies/lies.ts';
import type { Gate } from '../storefront/gate.ts';
import type { RequestLog } from '../storefront/request-log.ts';
import type { RobotsFiles } from '../storefront/robots-files.ts';
import type { Site } from '../storefront/site.ts';
import { makeWorldTruth } from '../world/world.ts';
import {
  BadControlRequestError,
  parseFaultRules,
  parseGateChange,
  parsePass,
  parseProxyChange,
  parseRobotsFile,
  parseSince,
  parseWaitQuery,
} from './control-bodies.ts';
import { describeKinds, describeActive, parseLie } from './lie-bodies.ts';
import { renderStatusPage } from './status-page.ts';
import { addEvent, listEvents } from './steer-events.ts';
import type { EventTools } from './steer-events.ts';

export interface ControlTools {
  port: number;
  site: Site;
  log: RequestLog;
  faults: Faults;
  lies: Lies;
  gate: Gate;
  robots: RobotsFiles;
  /** Advances the world by one pass; resolves with the number of the new pass once it is saved. */
  evolve: () => Promise<number>;
  events: EventTools;
  rotateHashes: () => unknown;
  changeProxy: (change: ProxyChange) => void;
  info: () => unknown;
}

export interface Control {
  port: number;
  close: () => Promise<void>;
}

interface Call {
  url: URL;
  body: string;
  gone: AbortSignal;
}

type Route = (tools: ControlTools, call: Call) => unknown;

class ControlTimeoutError extends Error {}

// The page lists no more stores, because it computes the menu of each, and a person reads no more rows.
const STORES_SHOWN_MAX = 50;
const BODY_CHARS_MAX = 4_000_000;

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /control/evolve': async (tools) => ({ pass: await tools.evolve() }),
  'POST /control/rotate-hashes': (tools) => ({ hashes: tools.rotateHashes() }),
  'POST /control/faults': (tools, { body }) => ({ ids: tools.faults.add(parseFaultRules(body)) }),
  'DELETE /control/faults': (tools) => {
    tools.faults.clear();
    return { cleared: true };
  },
  'GET /control/lies': ({ lies }) => ({ kinds: describeKinds(), told: lies.active().map(describeActive) }),
  'POST /control/lies': ({ lies, site }, { body }) => {
    lies.tell(parseLie(body, site.world));
    return { told: lies.active().map(describeActive) };
  },
  'DELETE /control/lies': ({ lies }) => {
    lies.clear();
    return { cleared: true };
  },
  'POST /control/proxies': (tools, { body }) => {
    const change = parseProxyChange(
      body,
      PROXY_RULES.map((rule) => rule.exitAddress),
    );
    tools.changeProxy(change);
    return change;
  },
  'POST /control/gate': (tools, { body }) => {
    const change = parseGateChange(body);
    tools.gate.setClosed(change.closed);
    return change;
  },
  'POST /control/robots': (tools, { body }) => {
    const file = parseRobotsFile(body);
    tools.robots.set(file.host, file.text);
    return file;
  },
  'GET /control/events': ({ events }) => listEvents(events),
  'POST /control/events': ({ site, events }, { body }) => addEvent({ site, events }, body),
  'DELETE /control/events': async ({ events }) => ({ ended: await events.endEvents() }),
  'POST /control/release': (tools) => ({ released: tools.faults.release() }),
  'GET /control/truth': (tools, { url }) =>
    makeWorldTruth(tools.site.world, parsePass(url.searchParams) ?? tools.site.pass()),
  'GET /control/requests': ({ log }, { url }) => {
    const since = parseSince(url.searchParams);
    return { requests: log.find({ since }), totals: log.totals, last: log.last() };
  },
  'GET /control/wait': waitForRequests,
  'GET /control/info': (tools) => tools.info(),
};

/** Starts the plain-HTTP server with which tests and people control the sandbox. */
export async function startControl(tools: ControlTools): Promise<Control> {
  const server = createServer((request, response) => {
    answer(tools, request, response).catch((error: unknown) => sendError(response, error));
  });
  server.listen(tools.port, '127.0.0.1');
  await once(server, 'listening');
  // A connection may fail, for example because there are no file descriptors left; the next one may succeed.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  tools: ControlTools,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The control server has no authentication, so it refuses pages of other sites that are open in a browser of this machine.
  const refusal = foreignRequest(request);
  if (refusal !== null) return sendJson(response, 403, { error: refusal });
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && url.pathname === '/') return sendStatusPage(tools, response);
  const route = ROUTES[`${request.method} ${url.pathname}`];
  if (!route) {
    const known = Object.keys(ROUTES).join(', ');
    return sendJson(response, 404, {
      error: `Unknown call ${request.method} ${url.pathname}. Known are GET / and ${known}.`,
    });
  }
  const controller = new AbortController();
  response.once('close', () => controller.abort(new Error('The caller went away.')));
  const result = await route(tools, { url, body: await readBody(request), gone: controller.signal });
  return sendJson(response, 200, result);
}

async function waitForRequests({ log }: ControlTools, { url, gone }: Call): Promise<unknown> {
  const { count, timeoutMs, held, ...filter } = parseWaitQuery(url.searchParams);
  const timer = new AbortController();
  const timeout = setTimeout(
    () =>
      timer.abort(new ControlTimeoutError(`Fewer than ${count} matching requests within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  try {
    const signal = AbortSignal.any([gone, timer.signal]);
    const requests = await log.waitFor({
      filter: { ...filter, ...(held === '1' ? { held: true } : {}) },
      count,
      signal,
    });
    return { requests, last: log.last() };
  } finally {
    clearTimeout(timeout);
  }
}

function sendStatusPage({ site, log, faults, lies }: ControlTools, response: ServerResponse): void {
  const { stores, restStores } = site.world;
  const page = renderStatusPage({
    pass: site.pass(),
    stores: makeWorldTruth(
      { stores: stores.slice(0, STORES_SHOWN_MAX), restStores: restStores.slice(0, STORES_SHOWN_MAX) },
      site.pass(),
    ).dispensaries,
    storeCount: stores.length + restStores.length,
    totals: log.totals,
    faultCount: faults.count(),
    lieCount: lies.active().length,
  });
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const message = error instanceof Error ? error.message : String(error);
  const status =
    error instanceof BadControlRequestError ? 400 : error instanceof ControlTimeoutError ? 408 : 500;
  sendJson(response, status, { error: message });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(`${JSON.stringify(value)}\n`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > BODY_CHARS_MAX)
      throw new BadControlRequestError(`Expected a body of at most ${BODY_CHARS_MAX} characters.`);
  }
  return text;
}
