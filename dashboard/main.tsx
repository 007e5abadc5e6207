import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './frame/theme.ts';
import { router } from './routes.tsx';
import { queries } from './server/queries.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { sessionQuery } from './session/session-query.ts';

// All pages wait for it, so it is asked before they are drawn.
void queries.prefetchQuery(sessionQuery(queries));
// Asks for what the page shows, and loads its scripts: else both would wait until nothing had been drawn once.
const isLoaded = router.load();

applyTheme();
followOtherTabs(queries);

const place = document.getElementById('page');
if (place === null) throw new Error('The page has no place for the dashboard.');
const root = createRoot(place);
// The router shows by itself what could not be loaded.
void isLoaded.finally(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
