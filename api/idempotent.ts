import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  deleteOldAnswers,
  keepAnswer,
  releaseRequest,
  takeRequest,
  type KeyedRequest,
} from '../db/queries/api-idempotency.ts';
import type { ApiEnv, ApiTools } from './api-env.ts';
import type { Scope } from '../domain/api-scope.ts';
import { Problem } from './problem.ts';
import type { ProblemCode } from './problem-codes.ts';
import { guarded, problems, TAKES_IDEMPOTENCY_KEY } from './route-parts.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Returns what a route that starts work has in common: it takes a key of this scope and an `Idempotency-Key`. Spread into the route. */
export function starting(tools: Pick<ApiTools, 'db' | 'log'>, scope: Scope = 'operate') {
  return { ...guarded(scope, idempotent(tools)), [TAKES_IDEMPOTENCY_KEY]: true };
}

/** Returns the problems of a route that starts work, plus these. Spread into the route's `responses`. */
export function startProblems(...codes: ProblemCode[]) {
  return problems('idempotency-key-in-use', 'idempotency-key-reused', ...codes);
}

const FORGET_EVERY_MS = 3_600_000;

/**
 * Makes the middleware of routes that start work: a repeated `Idempotency-Key` gets the first response and starts nothing. Responses that
 * ask for a retry (429, 5xx, or unfinished work) are not stored.
 */
export function idempotent({ db, log }: Pick<ApiTools, 'db' | 'log'>): MiddlewareHandler<ApiEnv> {
  let forgottenAtMs = Number.NEGATIVE_INFINITY;
  const forget = (): void => {
    if (performance.now() < forgottenAtMs + FORGET_EVERY_MS) return;
    forgottenAtMs = performance.now();
    // Not awaited; a later request tries again.
    deleteOldAnswers(db).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete old responses'),
    );
  };
  return async (c, next) => {
    const key = c.req.header('Idempotency-Key');
    if (key === undefined) return next();
    if (!KEY.test(key)) {
      const detail = 'The Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.';
      throw new Problem('bad-input', detail, {
        errors: [{ in: 'header', pointer: '/Idempotency-Key', detail }],
      });
    }
    const request = { actor: c.get('actor')?.id ?? '', key, requestSha256: await digestOf(c) };
    const taken = await takeRequest(db, request, c.get('startId'));
    switch (taken.is) {
      case 'another request':
        throw new Problem(
          'idempotency-key-reused',
          `The Idempotency-Key ${key} was used before with another body or path.`,
        );
      case 'under way':
        throw new Problem(
          'idempotency-key-in-use',
          `A request with the Idempotency-Key ${key} is under way.`,
          {
            retryAfterSeconds: 1,
          },
        );
      case 'answered':
        return c.body(taken.kept.answer, taken.kept.status as ContentfulStatusCode, {
          'Content-Type': taken.kept.contentType,
          'Idempotency-Replayed': 'true',
        });
      case 'ours':
        c.set('startId', taken.startId);
        await next();
        await settle(c, { db, request });
        forget();
    }
  };
}

async function settle(
  c: Context<ApiEnv>,
  { db, request }: { db: ApiTools['db']; request: KeyedRequest },
): Promise<void> {
  const { status } = c.res;
  if (status === 429 || status >= 500 || c.get('isUnfinished') === true) return releaseRequest(db, request);
  const started = c.get('started');
  await keepAnswer(db, request, {
    status,
    contentType: c.res.headers.get('Content-Type') ?? 'application/json',
    answer: await c.res.clone().text(),
    workflowId: started?.workflowId ?? null,
    runId: started?.runId ?? null,
  });
}

async function digestOf(c: Context): Promise<string> {
  const { method, url } = c.req;
  const { pathname, search } = new URL(url);
  return createHash('sha256')
    .update(`${method} ${pathname}${search}\n${await c.req.text()}`)
    .digest('hex');
}
