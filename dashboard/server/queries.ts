import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { isSignedOut, SESSION_KEY } from '../session/session-query.ts';

/** How old prefetched data may be, in milliseconds, for a page that opens to use them without a refetch. */
export const FRESH_MS = 2_000;

const ASK_AGAIN_MS = 1_000;

/**
 * The number of retries, one a second, while the API reports a request as under way. It does so for two minutes at most after a
 * request that ended without an answer.
 */
const UNDER_WAY_SECONDS_MAX = 150;

/**
 * Whether to retry a change: yes while the API reports that its first attempt is still under way. Thus a change whose answer was
 * lost is repeated with its key until the API returns that answer.
 */
function isUnderWay(failures: number, error: unknown): boolean {
  return (
    error instanceof ApiProblem && error.code === 'idempotency-key-in-use' && failures < UNDER_WAY_SECONDS_MAX
  );
}

/** The query client of all pages. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // If the session has ended, reading it again shows the sign-in page, which says why.
      if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: [SESSION_KEY] });
    },
  }),
  // The API may run on this machine, so the browser may reach the API even when it reports that it is offline.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always', retry: isUnderWay, retryDelay: ASK_AGAIN_MS },
  },
});
