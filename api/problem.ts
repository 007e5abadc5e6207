import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PROBLEM_KINDS, type ProblemCode } from './problem-codes.ts';

/** Where in the request something is wrong. */
export interface WrongField {
  in: 'body' | 'query' | 'path' | 'header';
  /** A JSON pointer (RFC 6901) into that part, such as `/dispensary_id`; empty for the whole part. */
  pointer: string;
  detail: string;
}

export interface ProblemMore {
  errors?: WrongField[];
  /** For `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Thrown by a handler to respond with a problem. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly more: ProblemMore;

  /** @param detail one sentence for the caller: what was given and what is accepted; no secrets */
  constructor(code: ProblemCode, detail: string, more: ProblemMore = {}) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.more = more;
  }

  get status(): ContentfulStatusCode {
    return PROBLEM_KINDS[this.code].status;
  }
}

/** Sends a problem as RFC 9457 defines it. */
export function sendProblem(c: Context, problem: Problem): Response {
  const { code, status, message, more } = problem;
  if (more.retryAfterSeconds !== undefined)
    c.header('Retry-After', String(Math.ceil(more.retryAfterSeconds)));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer realm="crawlchain"');
  const record = {
    type: `urn:crawlchain:problem:${code}`,
    title: PROBLEM_KINDS[code].title,
    status,
    code,
    detail: message,
    ...(more.errors === undefined ? {} : { errors: more.errors }),
    request_id: c.get('requestId') as string,
  };
  return c.body(JSON.stringify(record), status, { 'Content-Type': 'application/problem+json' });
}
