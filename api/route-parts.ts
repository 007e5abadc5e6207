import { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './api-env.ts';
import { requireScope } from './authenticate.ts';
import type { Scope } from '../domain/api-scope.ts';
import { fromText } from './parameters.ts';
import { PROBLEM_KINDS, type ProblemCode } from './problem-codes.ts';
import { wordedText } from './schemas/worded-text.ts';

// Building blocks for route definitions.

interface Guard {
  security: Record<string, string[]>[];
  'x-required-scope': Scope;
  middleware: MiddlewareHandler<ApiEnv>[];
}

/** Returns the parts of a route that takes a key of this scope, or of one that includes it. Spread into the route. */
export function guarded(scope: Scope, ...more: MiddlewareHandler<ApiEnv>[]): Guard {
  return {
    security: [{ bearer: [] }, { header: [] }],
    'x-required-scope': scope,
    middleware: [requireScope(scope), ...more],
  };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Returns a route's method, path and name. Spread into its definition.
 * @param place method and path, such as `get /api/jobs/{id}`
 * @param tag from `describe-api.ts`: the section of the reference page
 */
export function operation<const Verb extends Method, const Path extends `/${string}`>(
  place: `${Verb} ${Path}`,
  operationId: string,
  tag: string,
) {
  const [method, path] = place.split(' ') as [Verb, Path];
  return { method, path, operationId, tags: [tag] };
}

/** Marks in the document the operations that take an `Idempotency-Key`. */
export const TAKES_IDEMPOTENCY_KEY = 'x-takes-idempotency-key';

/** Spread into a route that needs no key. */
export const PUBLIC = { security: [] };

/** Describes a JSON answer. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

const TEXT_FORMS = {
  'text/csv': { schema: z.string() },
  'application/x-ndjson': { schema: z.string() },
};

/** Describes a list: JSON unless `Accept` asks for CSV or newline-delimited JSON. */
export function list<Item extends z.ZodObject>(item: Item, description: string) {
  return {
    description,
    content: { 'application/json': { schema: z.object(pageFields(item)) }, ...TEXT_FORMS },
  };
}

/** Describes a list as `list` does, with further fields beside the items. */
export function listWith<Item extends z.ZodObject, More extends z.ZodRawShape>(
  item: Item,
  more: More,
  description: string,
) {
  return {
    description,
    content: { 'application/json': { schema: z.object({ ...pageFields(item), ...more }) }, ...TEXT_FORMS },
  };
}

/** Returns the fields of one page of a list. */
function pageFields<Item extends z.ZodObject>(item: Item) {
  return {
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .openapi({ description: 'The `cursor` of the next page; null on the last page.' }),
  };
}

/** Describes a required JSON body. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

const LIMIT_USUAL = 100;
const LIMIT_MAX = 500;

/** The parameters of every list; spread into `z.strictObject`. */
export const PAGE_PARAMETERS = {
  limit: fromText(z.int().min(1).max(LIMIT_MAX))
    .default(LIMIT_USUAL)
    .openapi({ description: `The number of items on a page, at most ${LIMIT_MAX}.` }),
  cursor: wordedText(/^[\w-]*$/, 'the next_cursor of the previous page')
    .max(2_000)
    .optional()
    .openapi({ description: 'The `next_cursor` of the previous page.' }),
};

/** Describes an optional JSON body. */
export function optionalBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } } };
}

/** An id of the database, in a path. */
export const idParameter = fromText(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).openapi({ examples: [12] });

/** A path whose only parameter is an id of the database. */
export const BY_ID = { params: z.strictObject({ id: idParameter }) };

/** A time in responses. */
export const time = z.iso.datetime().openapi({ examples: ['2026-01-10T06:00:00.000Z'] });

const problemSchema = z
  .object({
    type: z.string().openapi({ description: '`urn:crawlchain:problem:`, followed by the code.' }),
    title: z.string(),
    status: z.number().int(),
    code: z.enum(Object.keys(PROBLEM_KINDS) as [ProblemCode, ...ProblemCode[]]),
    detail: z.string(),
    errors: z
      .array(
        z.object({
          in: z.enum(['body', 'query', 'path', 'header']),
          pointer: z
            .string()
            .openapi({ description: 'A JSON pointer (RFC 6901) into that part of the request.' }),
          detail: z.string(),
        }),
      )
      .optional(),
    request_id: z.string(),
  })
  .openapi('Problem', { description: 'What went wrong, in the form of RFC 9457.' });

/**
 * Returns the problems of any route that takes a key, plus these. Spread into `responses`. The handler's return type leaves them out,
 * because handlers throw a `Problem`.
 */
export function problems(...codes: ProblemCode[]) {
  const always: ProblemCode[] = [
    'bad-input',
    'unauthenticated',
    'unknown-key',
    'forbidden',
    'rate-limited',
    'internal',
    'database-unavailable',
  ];
  return problemResponses([...always, ...codes]);
}

interface ProblemAnswer {
  description: string;
  content: { 'application/problem+json': { schema: typeof problemSchema } };
}

function problemResponses(codes: readonly ProblemCode[]): object {
  const answers: Record<string, ProblemAnswer> = {};
  for (const code of codes) {
    const { status, title } = PROBLEM_KINDS[code];
    const before = answers[status];
    answers[status] = {
      description: before === undefined ? `${title}.` : `${before.description} ${title}.`,
      content: { 'application/problem+json': { schema: problemSchema } },
    };
  }
  return answers;
}
