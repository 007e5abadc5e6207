import { getRouteApi } from '@tanstack/react-router';
import { RunsPage } from '../tasks/runs-page.tsx';

const route = getRouteApi('/jobs');

/** The list of generic jobs. */
export function JobsPage() {
  return <RunsPage key="jobs" of="jobs" search={route.useSearch()} />;
}
