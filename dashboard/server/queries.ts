import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/answer-of.ts';
import { isSignedOut, SESSION_KEY } from '../session/session-query.ts';

/** A page that is opened shows what was asked for it right before. */
export const FRESH_MS = 2_000;

const ASK_AGAIN_MS = 1_000;

/** The API takes what ended without an answer for under way no longer than two minutes. */
const UNDER_WAY_SECONDS_MAX = 150;

/** A request whose answer was lost is sent again under its key: until it has ended, the API says that it is under way. */
function isUnderWay(failures: number, error: unknown): boolean {
  return (
    error instanceof ApiProblem && error.code === 'idempotency-key-in-use' && failures < UNDER_WAY_SECONDS_MAX
  );
}

/** What the page has asked the API, and the answers. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The session has ended: the door says why.
      if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: [SESSION_KEY] });
    },
  }),
  // The API may be on this machine, which a browser that calls itself offline reaches all the same.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always', retry: isUnderWay, retryDelay: ASK_AGAIN_MS },
  },
});
