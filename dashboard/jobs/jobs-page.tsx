import { getRouteApi } from '@tanstack/react-router';
import { RunsPage } from '../tasks/runs-page.tsx';

const route = getRouteApi('/jobs');

/** Every generic job. */
export function JobsPage() {
  return <RunsPage key="jobs" of="jobs" search={route.useSearch()} />;
}
