import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Frame } from './frame/frame.tsx';
import { Guard } from './frame/guard.tsx';
import { NotFound } from './frame/not-found.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { readTaskSearch } from './tasks/task-search.ts';

const TasksPage = lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage');
const TaskPage = lazyRouteComponent(() => import('./tasks/task-page.tsx'), 'TaskPage');

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

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: readTaskSearch,
  component: () => (
    <Guard>
      <TasksPage />
    </Guard>
  ),
});

const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$id',
  component: () => (
    <Guard>
      <TaskPage />
    </Guard>
  ),
});

/** All pages, by their addresses. */
export const router = createRouter({ routeTree: root.addChildren([overview, tasks, task]) });

declare module '@tanstack/react-router' {
  // Links know which pages there are.
  interface Register {
    router: typeof router;
  }
}
