import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { reasonHeader } from './change-headers.ts';

type Json = 'application/json';

/** Calls the routes of the HTTP API, with the types of its OpenAPI document. */
export type ApiClient = Client<paths, Json>;

/** The types of the API's answers, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

interface ApiClientOptions {
  /** Where the API is, such as `https://crawlchain.example`; `/` in a page that the API served. */
  url: string;
  /** Null: the API lets this machine in without a key, or the page has a session. */
  key: string | null;
  /** The reason for changes, for the audit. */
  reason?: string | undefined;
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client of the HTTP API. Its calls resolve with `data` or `error`; `answerOf` throws an error as an `ApiProblem`.
 */
export function createApiClient({ url, key, reason = '', fetch }: ApiClientOptions): ApiClient {
  return createClient<paths, Json>({
    baseUrl: url,
    credentials: 'same-origin',
    headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), ...reasonHeader(reason) },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
