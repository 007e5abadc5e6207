import { getRouteApi } from '@tanstack/react-router';
import { RunsPage } from './runs-page.tsx';

const route = getRouteApi('/tasks');

/** The list of tasks. */
export function TasksPage() {
  return <RunsPage key="tasks" of="tasks" search={route.useSearch()} />;
}
