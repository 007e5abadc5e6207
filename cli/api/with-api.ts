import type { Command } from 'commander';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { createApiClient, type ApiClient } from '../../api-client/create-api-client.ts';
import { CommandFailed } from '../command-failed.ts';
import { CommandRefused } from '../command-refused.ts';
import { findApi, type FoundApi } from './find-api.ts';

/**
 * Runs a command's work with the API, and its address for links.
 * @throws CommandRefused when there is none, or it refuses what it was asked
 * @throws CommandFailed when it does not answer, or something broke there
 */
export async function withApi<Result>(
  command: Command,
  work: (api: ApiClient, url: string) => Promise<Result>,
): Promise<Result> {
  const found = await findApi(command);
  try {
    return await work(createApiClient({ ...found, fetch }), found.url);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const message = describeProblem(error, found);
    const isRefusal = error.status !== null && error.status < 500;
    throw new (isRefusal ? CommandRefused : CommandFailed)(message, { cause: error });
  }
}

const NEEDS_KEY =
  'Set CRAWLCHAIN_KEY to a key of this API; `crawlchain keys create` makes one, where its database can be reached.';

function describeProblem(problem: ApiProblem, { url, key, keyFrom }: FoundApi): string {
  const { status, message, requestId, cause } = problem;
  if (status === null && cause === undefined)
    return `${url} is not the API, or not this version of it: ${message}`;
  if (status === null) return `The API at ${url} does not answer: ${describeCause(cause)}.`;
  if (status === 401 && key === null) return `The API at ${url} takes no request without a key. ${NEEDS_KEY}`;
  if (status === 401) return `The API at ${url} does not take the key of ${keyFrom}. ${message}`;
  if (status < 500) return message;
  return `The API at ${url} answered ${status}: ${message} Its log has more about request ${requestId ?? 'unknown'}.`;
}

/** `fetch` hides behind “fetch failed” what went wrong. */
function describeCause(cause: unknown): string {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return reason instanceof Error
    ? reason.message || String((reason as NodeJS.ErrnoException).code)
    : String(reason);
}
