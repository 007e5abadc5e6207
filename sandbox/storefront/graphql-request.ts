import type { IncomingMessage } from 'node:http';
import { json } from './answer.ts';
import type { Answer } from './answer.ts';

export type Variables = Record<string, unknown>;

/** A GraphQL request before its operation is looked up. */
export interface GraphqlRequest {
  operationName: string | null;
  variables: Variables;
  hash: string | null;
  query: string | null;
}

export type ReadResult = { request: GraphqlRequest } | { refusal: Answer };

const CSRF_MESSAGE =
  'This operation has been blocked as a potential cross-site request forgery. Send a content-type of application/json ' +
  'or a non-empty apollo-require-preflight header.';

/** Reads the operation, its variables and its hash from the query string or the body. */
export function readGraphqlRequest(message: IncomingMessage, url: URL, body: string): ReadResult {
  const isJson = (message.headers['content-type'] ?? '').startsWith('application/json');
  if (!isJson && !message.headers['apollo-require-preflight']) return refuse(CSRF_MESSAGE);
  if (message.method === 'POST') return readBody(body);
  if (message.method !== 'GET') return refuse('GraphQL only supports GET and POST requests.', 405);
  const given = (name: string) => url.searchParams.get(name);
  return build({
    operationName: given('operationName'),
    query: given('query'),
    variables: parse(given('variables')),
    extensions: parse(given('extensions')),
  });
}

function readBody(body: string): ReadResult {
  const parsed = parse(body);
  return isRecord(parsed)
    ? build(parsed)
    : refuse('POST body missing, invalid Content-Type, or not a JSON object.');
}

function build(parts: Record<string, unknown>): ReadResult {
  const variables = parts['variables'] ?? {};
  const extensions = parts['extensions'] ?? {};
  if (!isRecord(variables)) return refuse('`variables` must be an object, given as JSON.');
  if (!isRecord(extensions)) return refuse('`extensions` must be an object, given as JSON.');
  const persisted = extensions['persistedQuery'];
  const request = {
    operationName: textOf(parts['operationName']),
    query: textOf(parts['query']),
    hash: isRecord(persisted) ? textOf(persisted['sha256Hash']) : null,
    variables,
  };
  const isEmpty = request.query === null && request.hash === null;
  return isEmpty
    ? refuse('GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.')
    : { request };
}

/** Returns the request for another page of the same menu; null leaves the request unchanged. */
export function withPage(request: GraphqlRequest, page: number | null): GraphqlRequest {
  return page === null ? request : { ...request, variables: { ...request.variables, page } };
}

function refuse(message: string, status = 400): ReadResult {
  return { refusal: json({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] }, status) };
}

function parse(text: string | null): unknown {
  if (text === null || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON. It is returned as it is, and the caller refuses it because it is not an object.
    return text;
  }
}

/** Whether a value is an object that is neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a non-empty text; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
