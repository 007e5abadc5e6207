import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Frame } from './frame/frame.tsx';
import { Guard } from './frame/guard.tsx';
import { NotFound } from './frame/not-found.tsx';
import { OverviewPage } from './overview/overview-page.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => (
    <Guard>
      <OverviewPage />
    </Guard>
  ),
});

/** All pages, by their addresses. */
export const router = createRouter({ routeTree: root.addChildren([overview]) });
