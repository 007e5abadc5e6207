import type { ComponentType } from 'react';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from '@tanstack/react-router';
import { parseAddress, writeAddress } from './frame/address-search.ts';
import { FailedPage } from './frame/failed-page.tsx';
import { Frame } from './frame/frame.tsx';
import { Guard } from './frame/guard.tsx';
import { loadPage } from './frame/load-page.ts';
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

const TasksPage = lazyRouteComponent(() => loadPage(import('./tasks/tasks-page.tsx')), 'TasksPage');
const TaskPage = lazyRouteComponent(() => loadPage(import('./tasks/task-page.tsx')), 'TaskPage');
const JobsPage = lazyRouteComponent(() => loadPage(import('./jobs/jobs-page.tsx')), 'JobsPage');
const JobPage = lazyRouteComponent(() => loadPage(import('./jobs/job-page.tsx')), 'JobPage');
const WorkersPage = lazyRouteComponent(() => loadPage(import('./workers/workers-page.tsx')), 'WorkersPage');
const ProxiesPage = lazyRouteComponent(() => loadPage(import('./proxies/proxies-page.tsx')), 'ProxiesPage');
const QuarantinePage = lazyRouteComponent(
  () => loadPage(import('./quarantine/quarantine-page.tsx')),
  'QuarantinePage',
);
const DispensaryPage = lazyRouteComponent(
  () => loadPage(import('./dispensaries/dispensary-page.tsx')),
  'DispensaryPage',
);
const PlatformsPage = lazyRouteComponent(
  () => loadPage(import('./platforms/platforms-page.tsx')),
  'PlatformsPage',
);

/** Requests the rows of a list while its script loads. A list that stays shown requests the rows of another search by itself. */
function loadList(of: RunsOf, { search, cause }: { search: RunSearch; cause: string }): void {
  if (cause !== 'stay') prefetchRuns(of, search);
}

/**
 * Shows a page to signed-in users only. The router loads the page's script before it shows the page, through `preload`: a page
 * that still waits for its script when it is drawn would appear 0.3 s later, because React keeps its placeholder for that long.
 */
function guarded(Page: ComponentType & Pick<AsyncRouteComponent<unknown>, 'preload'>) {
  const GuardedPage = () => (
    <Guard>
      <Page />
    </Guard>
  );
  return Object.assign(GuardedPage, { preload: async () => Page.preload?.() });
}

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
  component: guarded(JobPage),
});

const workers = createRoute({
  getParentRoute: () => root,
  path: '/workers',
  validateSearch: readWorkerSearch,
  component: guarded(WorkersPage),
});

const proxies = createRoute({
  getParentRoute: () => root,
  path: '/proxies',
  validateSearch: readProxySearch,
  component: guarded(ProxiesPage),
});

const quarantine = createRoute({
  getParentRoute: () => root,
  path: '/quarantine',
  validateSearch: readQuarantineSearch,
  beforeLoad: ({ search }) => prefetchQuarantine(search.store),
  component: guarded(QuarantinePage),
});

const platforms = createRoute({
  getParentRoute: () => root,
  path: '/platforms',
  beforeLoad: prefetchPlatforms,
  component: guarded(PlatformsPage),
});

const dispensary = createRoute({
  getParentRoute: () => root,
  path: '/dispensaries/$id',
  component: guarded(DispensaryPage),
});

/** A page whose script takes longer is announced as loading. */
export const LATE_MS = 500;

function Loading() {
  return (
    <p role="status" className="text-(--soft)">
      Loading
    </p>
  );
}

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
  defaultPendingComponent: Loading,
  defaultPendingMs: LATE_MS,
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  // Makes links type-checked against the routes.
  interface Register {
    router: typeof router;
  }
}
