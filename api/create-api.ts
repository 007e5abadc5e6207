import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import type { Context, MiddlewareHandler } from 'hono';
import { JOB_PAYLOAD_BYTES_MAX } from '../domain/job.ts';
import { nameCommand } from '../domain/name-command.ts';
import type { Api, ApiEnv, ApiTools } from './api-env.ts';
import { audit } from './audit.ts';
import { authenticate } from './authenticate.ts';
import { bodyProblem } from './body-problem.ts';
import { forwardedAddress } from './client-address.ts';
import type { KeyStore } from './key-store.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { limitRequests } from './limit-requests.ts';
import { Problem, sendProblem } from './problem.ts';
import { problemOf } from './problem-of.ts';
import { refuseCrossSite, refuseForeignNames } from './refuse-cross-site.ts';
import { refuseDeepBody, refuseMalformedHost } from './refuse-malformed.ts';
import { refuseWrongInput } from './refuse-wrong-input.ts';
import { asOneAnswer } from '../temporal-client/call-temporal.ts';
import { addRoutes } from './routes/all-routes.ts';
import { addSessionRoutes } from './routes/session.ts';
import { serveDashboard } from './serve-dashboard.ts';
import { createSessions } from './sessions.ts';
import { createSharedSnapshots } from './shared-snapshots.ts';

/** The longest bodies are lists of proxies, and payloads of jobs. */
const BODY_BYTES_MAX = 1024 * 1024;
const JOB_BYTES_MAX = JOB_PAYLOAD_BYTES_MAX + 64 * 1024;

/** Our pages load nothing from other origins; the reference page has inline styles. */
const CONTENT_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

export interface ApiDoor {
  keys: KeyStore;
  /** Whether only this machine can reach the API. */
  isLoopback: boolean;
}

/**
 * Builds the API with all its routes; `main.ts` makes it listen. Middleware is added in the order in which a request passes it.
 */
export function createApi(
  given: Omit<ApiTools, 'metrics' | 'snapshots'>,
  { keys, isLoopback }: ApiDoor,
): Api {
  const tools: ApiTools = {
    ...given,
    metrics: createMetrics(given),
    snapshots: createSharedSnapshots(given),
  };
  const api: Api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (!result.success) refuseWrongInput(api, c, result);
    },
  });
  api.use(nameRequest(tools), tools.metrics.measure, (_, next) => asOneAnswer(next));
  api.use(refuseMalformedHost());
  api.use(serveDashboard());
  // Lists shrink to a tenth. Event streams are not compressed.
  api.use('/api/*', compress({ encoding: 'gzip' }));
  api.use('/img/*', forOtherSites());
  api.use('/api/jobs/:id/files/:name', inSandbox());
  api.use(secureHeaders({ contentSecurityPolicy: CONTENT_POLICY, xFrameOptions: 'DENY' }));
  const [limitJob, limitBody] = [limitOf(JOB_BYTES_MAX), limitOf(BODY_BYTES_MAX)];
  api.use((c, next) => (c.req.path === '/api/jobs' ? limitJob(c, next) : limitBody(c, next)));
  const limits = limitRequests(tools.environment.API_REQUESTS_PER_SECOND);
  const sessions = createSessions(keys, tools.environment.IMAGE_SIGNING_KEY ?? '');
  api.use(refuseCrossSite(), authenticate({ keys, sessions, isLoopback }, limits), refuseForeignNames());
  api.use(limits.ofCaller, refuseDeepBody(), audit(tools));
  const known = new Map<string, Set<string>>();
  api.use(refuseOtherMethods(known));
  addSessionRoutes(api, tools, {
    keys,
    sessions,
    isLoopback,
    limits,
    command: tools.environment.CRAWLCHAIN_COMMAND,
  });
  addRoutes(api, tools);
  describeMethods(api, known);
  api.notFound((c) =>
    sendProblem(c, new Problem('not-found', `There is nothing at ${c.req.method} ${c.req.path}.`)),
  );
  api.onError(async (error, c) => {
    const problem = (await bodyProblem(error, c)) ?? problemOf(error);
    if (problem?.code === 'database-unavailable')
      tools.log.warn({ err: error, request: c.get('requestId') }, 'the database did not answer');
    if (problem === null) tools.log.error({ err: error, request: c.get('requestId') }, 'a request broke');
    const { code, message, more } =
      problem ??
      new Problem('internal', 'Something broke; the log has the error under the id of this request.');
    const detail = nameCommand(message, tools.environment.CRAWLCHAIN_COMMAND);
    return sendProblem(c, new Problem(code, detail, more));
  });
  return api;
}

/**
 * Refuses methods that a path without parameters does not take. Otherwise such a request could match a path with a parameter, which would
 * take the last word for an id.
 * @param known the methods of each path without parameters
 */
function refuseOtherMethods(known: ReadonlyMap<string, Set<string>>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const methods = known.get(c.req.path);
    return methods === undefined || methods.has(c.req.method) ? next() : notAllowed(c, methods);
  };
}

/** Collects the methods of each path without parameters, and adds a "method not allowed" route to the other paths. */
function describeMethods(api: Api, known: Map<string, Set<string>>): void {
  const taken = Map.groupBy(
    api.routes.filter(({ method }) => method !== 'ALL'),
    ({ path }) => path,
  );
  for (const [path, routes] of taken) {
    const methods = new Set(routes.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    if (path.includes(':')) api.all(path, (c) => notAllowed(c, methods));
    else known.set(path, methods);
  }
}

function notAllowed(c: Context<ApiEnv>, methods: Set<string>): Response {
  const allow = [...methods].toSorted().join(', ');
  c.header('Allow', allow);
  return sendProblem(c, new Problem('not-allowed', `${c.req.path} takes ${allow}.`));
}

function limitOf(maxSize: number): MiddlewareHandler<ApiEnv> {
  const onError = (): never => {
    throw new Problem('too-large', `The body has more than ${maxSize} bytes.`);
  };
  return bodyLimit({ maxSize, onError });
}

/** Lets pages of other sites show our pictures, which the headers of all other responses forbid. */
function forOtherSites(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  };
}

/** Keeps a file of a job from acting as a page of ours, should a browser show it. */
function inSandbox(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', "sandbox; default-src 'none'");
  };
}

/** Gives the request its ids and its client's address, and logs it once it is answered. */
function nameRequest({ log, environment }: ApiTools): MiddlewareHandler<ApiEnv> {
  const trusted = environment.TRUSTED_PROXIES;
  return async (c, next) => {
    const startedAtMs = performance.now();
    c.set('requestId', randomUUID());
    c.set('startId', randomUUID());
    c.set('actor', null);
    c.set('session', null);
    const peer = getConnInfo(c).remote.address ?? null;
    const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
    c.set('address', peer === null ? null : forwardedAddress(peer, forwardedFor, trusted));
    c.header('X-Request-Id', c.get('requestId'));
    await next();
    c.header('Cache-Control', c.res.headers.get('Cache-Control') ?? 'no-store');
    log.debug(
      {
        request: c.get('requestId'),
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        actor: c.get('actor')?.id ?? null,
        ms: Math.round(performance.now() - startedAtMs),
      },
      'answered',
    );
  };
}
