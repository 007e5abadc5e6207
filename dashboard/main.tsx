import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './frame/theme.ts';
import { router } from './routes.tsx';
import { isSignedOut, SESSION_KEY, sessionQuery } from './session/use-session.ts';

applyTheme();

const queries = new QueryClient({
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

// All pages wait for it, so it is asked before they are drawn.
void queries.prefetchQuery(sessionQuery(queries));

const place = document.getElementById('page');
if (place === null) throw new Error('The page has no place for the dashboard.');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
