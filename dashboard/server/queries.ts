import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { isSignedOut, SESSION_KEY } from '../session/session-query.ts';

/** How long a page that opens uses prefetched data without a refetch. */
export const FRESH_MS = 2_000;

const ASK_AGAIN_MS = 1_000;

/** The API treats a request that ended without an answer as under way for two minutes at most. */
const UNDER_WAY_SECONDS_MAX = 150;

/**
 * Whether the API reports the first attempt of a change as still under way. A change whose answer was lost is retried with its
 * key until then.
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
      // The session has ended; the sign-in page says why.
      if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: [SESSION_KEY] });
    },
  }),
  // The API may run on this machine, which a browser can reach even when it reports itself offline.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always', retry: isUnderWay, retryDelay: ASK_AGAIN_MS },
  },
});
