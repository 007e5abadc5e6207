import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { reasonHeader } from './change-headers.ts';

type Json = 'application/json';

/** Calls the routes of the HTTP API, with the types of its OpenAPI document. */
export type ApiClient = Client<paths, Json>;

/** What the API answers, by the names of the document. */
export type Schemas = components['schemas'];

interface ApiClientOptions {
  /** Where the API is, such as `https://crawlchain.example`; `/` in a page that it served. */
  url: string;
  /** Null: the API lets this machine in without one, or the page has a session. */
  key: string | null;
  /** Why things are changed, for the audit. */
  reason?: string | undefined;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the HTTP API. Its calls answer with `data` or `error`; `answerOf` makes an `ApiProblem` of an error.
 */
export function createApiClient({ url, key, reason = '', fetch }: ApiClientOptions): ApiClient {
  return createClient<paths, Json>({
    baseUrl: url,
    credentials: 'same-origin',
    headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...reasonHeader(reason) },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
