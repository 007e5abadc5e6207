import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, SESSION_KEY } from '../session/session-query.ts';

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
    mutations: { networkMode: 'always' },
  },
});
