import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Client } from '@temporalio/client';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import type { Api } from '../../api/api-env.ts';
import { createApi } from '../../api/create-api.ts';
import { createKeyStore } from '../../api/key-store.ts';
import { readEnvironment } from '../../config/environment.ts';
import { makeKey } from '../../db/api-key-text.ts';
import type { Db } from '../../db/connect.ts';
import { createEventBell } from '../../db/event-bell.ts';
import { addApiKey } from '../../db/queries/api-keys.ts';
import type { Scope } from '../../domain/api-scope.ts';
import { readJobTypes } from '../../jobs/read-job-types.ts';
import { freePort } from '../../local/ports.ts';
import { createLog } from '../../observability/log.ts';
import { databaseUrlOf } from './test-database.ts';
import { followTemporal } from './keep-ledger.ts';

interface ApiServerOptions {
  db: Db;
  client: Client;
  /** Variables that are added to the API's environment. */
  env?: Record<string, string>;
  /** False: the API behaves as if other machines could reach it. Default: true. */
  isLoopback?: boolean;
  /** False: the API runs without a process that follows Temporal, for tests without a database. Default: true. */
  isFollowed?: boolean;
  /** The preferred port. If it is taken, another one is used. Default: any. */
  port?: number;
}

/** A response of the API, with the parsed body if that is JSON. */
export interface ApiAnswer<Body = never> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface ApiServer {
  url: string;
  /** Every route, also those that the API's document leaves out. */
  routes: { method: string; path: string }[];
  /** Calls the API; a body that is no string is sent as JSON. */
  call: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<ApiAnswer<Body>>;
}

/** Starts the whole API on a port of its own, with the test's database and Temporal client. */
export async function startApiServer({
  db,
  client,
  env = {},
  isLoopback = true,
  isFollowed = true,
  port: preferred,
}: ApiServerOptions): Promise<ApiServer> {
  // The setup of the tests chooses the weaker isolation where this machine gives processes no namespaces.
  const { JOB_ISOLATION = 'full' } = process.env;
  const environment = readEnvironment({ API_REQUESTS_PER_SECOND: '10000', JOB_ISOLATION, ...env });
  const api = createApi(
    {
      environment,
      db,
      // If the database is unavailable, its URL is unknown, so an address is used at which nothing listens.
      listenUrl: await databaseUrlOf(db).catch(() => 'postgres://127.0.0.1:1/away'),
      bell: createEventBell(db),
      client,
      log: createLog('fatal'),
      jobTypes: await readJobTypes(environment),
    },
    { keys: createKeyStore(db), isLoopback },
  );
  const port = preferred === undefined ? 0 : await freePort({ preferred });
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  if (isFollowed) followTemporal({ db, url: await databaseUrlOf(db), client }, 'api');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    routes: routesOf(api),
    call: (method, path, options = {}) => call(`${url}${path}`, method, options),
  };
}

/** Returns the routes. Leaves out handlers for all methods, because those are middleware and the refusal of other methods. */
function routesOf(api: Api): ApiServer['routes'] {
  const named = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(named)].map((name) => ({ method: name.split(' ')[0]!, path: name.split(' ')[1]! }));
}

/** Sends a request. Does not use `fetch`, which sets some browser headers by itself. */
async function call<Body>(
  url: string,
  method: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
): Promise<ApiAnswer<Body>> {
  const isText = typeof body === 'string';
  const response = await request(url, {
    method,
    headers: { ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.body.text();
  const isJson = /^application\/(problem\+)?json\b/.test(String(response.headers['content-type']));
  return {
    status: response.statusCode,
    headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  };
}

/** Creates an API key in the test's database. @returns the headers that send the key */
export async function givenKey(
  db: Db,
  scope: Scope,
  expiresAt: Date | null = null,
): Promise<Record<string, string>> {
  const { id, text, secretSha256 } = makeKey();
  await addApiKey(db, { id, name: `a ${scope} key`, scope, secretSha256, expiresAt });
  return { authorization: `Bearer ${text}` };
}
