import type { ComponentType } from 'react';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseAddress, writeAddress } from './frame/address-search.ts';
import { FailedPage } from './frame/failed-page.tsx';
import { Frame } from './frame/frame.tsx';
import { Guard } from './frame/guard.tsx';
import { NotFound } from './frame/not-found.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { prefetchOverview } from './overview/overview-query.ts';
import { readProxySearch } from './proxies/proxy-search.ts';
import { prefetchQuarantine } from './quarantine/quarantine-query.ts';
import { readQuarantineSearch } from './quarantine/quarantine-search.ts';
import { prefetchPlatforms } from './platforms/use-platforms.ts';
import type { RunsOf } from './server/api-client.ts';
import { readRunSearch, type RunSearch } from './tasks/run-search.ts';
import { prefetchRuns } from './tasks/runs-query.ts';
import { readWorkerSearch } from './workers/worker-search.ts';

const TasksPage = lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage');
const TaskPage = lazyRouteComponent(() => import('./tasks/task-page.tsx'), 'TaskPage');
const JobsPage = lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage');
const JobPage = lazyRouteComponent(() => import('./jobs/job-page.tsx'), 'JobPage');
const WorkersPage = lazyRouteComponent(() => import('./workers/workers-page.tsx'), 'WorkersPage');
const ProxiesPage = lazyRouteComponent(() => import('./proxies/proxies-page.tsx'), 'ProxiesPage');
const QuarantinePage = lazyRouteComponent(() => import('./quarantine/quarantine-page.tsx'), 'QuarantinePage');
const DispensaryPage = lazyRouteComponent(
  () => import('./dispensaries/dispensary-page.tsx'),
  'DispensaryPage',
);
const PlatformsPage = lazyRouteComponent(() => import('./platforms/platforms-page.tsx'), 'PlatformsPage');

/** Starts loading a page's script while the session request is under way. */
function load(page: typeof TasksPage): void {
  void page.preload?.();
}

/** Starts loading the script and the rows of a list. A list that stays shown asks for the rows of another search by itself. */
function loadList(of: RunsOf, { search, cause }: { search: RunSearch; cause: string }): void {
  if (cause === 'stay') return;
  load(of === 'tasks' ? TasksPage : JobsPage);
  prefetchRuns(of, search);
}

/** Shows a page to signed-in users only. */
const guarded = (Page: ComponentType) =>
  function GuardedPage() {
    return (
      <Guard>
        <Page />
      </Guard>
    );
  };

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: prefetchOverview,
  component: guarded(OverviewPage),
});

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: readRunSearch,
  beforeLoad: (entered) => loadList('tasks', entered),
  component: guarded(TasksPage),
});

const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$id',
  beforeLoad: () => load(TaskPage),
  component: guarded(TaskPage),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  validateSearch: readRunSearch,
  beforeLoad: (entered) => loadList('jobs', entered),
  component: guarded(JobsPage),
});

const job = createRoute({
  getParentRoute: () => root,
  path: '/jobs/$id',
  beforeLoad: () => load(JobPage),
  component: guarded(JobPage),
});

const workers = createRoute({
  getParentRoute: () => root,
  path: '/workers',
  validateSearch: readWorkerSearch,
  beforeLoad: () => load(WorkersPage),
  component: guarded(WorkersPage),
});

const proxies = createRoute({
  getParentRoute: () => root,
  path: '/proxies',
  validateSearch: readProxySearch,
  beforeLoad: () => load(ProxiesPage),
  component: guarded(ProxiesPage),
});

const quarantine = createRoute({
  getParentRoute: () => root,
  path: '/quarantine',
  validateSearch: readQuarantineSearch,
  beforeLoad: ({ search: { store } }) => {
    load(QuarantinePage);
    prefetchQuarantine(store);
  },
  component: guarded(QuarantinePage),
});

const platforms = createRoute({
  getParentRoute: () => root,
  path: '/platforms',
  beforeLoad: () => {
    load(PlatformsPage);
    prefetchPlatforms();
  },
  component: guarded(PlatformsPage),
});

const dispensary = createRoute({
  getParentRoute: () => root,
  path: '/dispensaries/$id',
  beforeLoad: () => load(DispensaryPage),
  component: guarded(DispensaryPage),
});

/** The routes of all pages. */
export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    tasks,
    task,
    jobs,
    job,
    workers,
    proxies,
    platforms,
    quarantine,
    dispensary,
  ]),
  parseSearch: parseAddress,
  stringifySearch: writeAddress,
  defaultErrorComponent: FailedPage,
});

declare module '@tanstack/react-router' {
  // Makes links type-checked against the routes.
  interface Register {
    router: typeof router;
  }
}
