import type { Command } from 'commander';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { createApiClient, type ApiClient } from '../../api-client/create-api-client.ts';
import { withoutControls } from '../../domain/without-controls.ts';
import { CommandFailed } from '../command-failed.ts';
import { CommandRefused } from '../command-refused.ts';
import { findApi, type FoundApi } from './find-api.ts';

/**
 * Runs a command's work with a client of the API, and with the API's URL for links. The API records changes with the `--reason`.
 * @throws CommandRefused if no API is found, or the API refuses a request
 * @throws CommandFailed if the API does not answer, or fails
 */
export async function withApi<Result>(
  command: Command,
  work: (api: ApiClient, url: string) => Promise<Result>,
): Promise<Result> {
  const { api, url, refusalOf } = await openApi(command);
  try {
    return await work(api, url);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** A client of the API for one call. */
interface OpenApi {
  api: ApiClient;
  /** For links. */
  url: string;
  /** Converts an error of the API's client to the error to throw. */
  refusalOf: (error: unknown) => unknown;
}

/**
 * Opens a client of the API for one call, for uses that `withApi` cannot wrap.
 * @throws CommandRefused if no API is found
 */
export async function openApi(command: Command): Promise<OpenApi> {
  const found = await findApi(command);
  const { reason } = command.opts<{ reason?: string }>();
  return {
    api: createApiClient({ ...found, reason, fetch: fetchInTime }),
    url: found.url,
    refusalOf(error) {
      if (!(error instanceof ApiProblem)) return error;
      const isRefusal = error.status !== null && error.status < 500;
      return new (isRefusal ? CommandRefused : CommandFailed)(describeProblem(error, found), {
        cause: error,
      });
    },
  };
}

/** The timeout of a request in milliseconds. The API's own limits are far lower, so only an API that hangs exceeds it. */
const ANSWER_MS_MAX = 60_000;

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS_MAX)]) });
}

const NEEDS_KEY =
  'Set CRAWLCHAIN_URL to this API and CRAWLCHAIN_KEY to a key of it; `crawlchain keys create NAME --direct` makes one, where its database can be reached.';

/** Where in the request a field is, which the API adds to its name: callers of the command see no requests. */
const PART_OF_REQUEST = / \((?:body|query|path)\)(?= (?:takes|is|does|must|can) )/g;

function describeProblem(problem: ApiProblem, { url, key, keyFrom }: FoundApi): string {
  const { status, requestId, cause } = problem;
  const message = [problem.message, ...problem.details.filter((detail) => !problem.message.includes(detail))]
    .map((sentence) => withoutControls(sentence).replaceAll(PART_OF_REQUEST, ''))
    .join('\n');
  if (status === null && (cause === undefined || cause instanceof SyntaxError))
    return `What answers at ${url} is not the API, or not this version of it.`;
  if (status === null) return `The API at ${url} does not answer: ${describeCause(cause)}.`;
  if (status === 401 && key === null)
    return `The API at ${url} accepts no request without a key. ${NEEDS_KEY}`;
  if (status === 401) return `The API at ${url} does not accept the key of ${keyFrom}. ${message}`;
  if (status < 500) return message;
  return `The API at ${url} answered ${status}: ${message} Its log has more about request ${requestId ?? 'unknown'}.`;
}

/** Describes the cause of a failed request, which `fetch` hides behind “fetch failed”. */
function describeCause(cause: unknown): string {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return `nothing came within ${ANSWER_MS_MAX / 1_000} s`;
  return reason instanceof Error
    ? reason.message || String((reason as NodeJS.ErrnoException).code)
    : String(reason);
}
