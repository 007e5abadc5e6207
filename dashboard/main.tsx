import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './frame/theme.ts';
import { LATE_MS, router } from './routes.tsx';
import { queries } from './server/queries.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { sessionQuery } from './session/session-query.ts';

// Every page needs the session, so request it before rendering.
void queries.prefetchQuery(sessionQuery(queries));
// Starts loading the page's data and scripts now; otherwise both would begin only after a first render without them.
const isLoaded = router.load();

applyTheme();
followOtherTabs(queries);

const place = document.getElementById('page');
if (place === null)
  throw new Error('The page has no element with the id `page`, into which the dashboard is drawn.');
const root = createRoot(place);
// Renders even if loading failed, or takes long: the router then shows the error, or that it loads.
const isLate = new Promise((done) => setTimeout(done, LATE_MS));
void Promise.race([isLoaded, isLate]).finally(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
