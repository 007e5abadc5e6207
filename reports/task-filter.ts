import type { ChainFilter, TaskPlace } from '../db/queries/tasks.ts';
import { isChainRole } from '../domain/role.ts';
import { isClosed, type TaskStatus } from '../domain/task.ts';
import type { Task } from './task.ts';

/** Tasks that are asked for; what is absent does not narrow. */
export interface TaskFilter extends Omit<ChainFilter, 'statuses'> {
  statuses?: readonly TaskStatus[] | undefined;
}

/** Whether a task is among those that are asked for. */
export function isWanted(task: Task, filter: TaskFilter): boolean {
  const { roles, statuses, dispensaryId, platform, state, since, until } = filter;
  return (
    (roles === undefined || roles.includes(task.role)) &&
    (statuses === undefined || statuses.includes(task.status)) &&
    (dispensaryId === undefined || task.dispensary_id === dispensaryId) &&
    (platform === undefined || task.platform === platform) &&
    (state === undefined || task.state_code === state) &&
    (since === undefined || task.created_at >= since) &&
    (until === undefined || task.created_at < until)
  );
}

/** Whether a task comes behind a place. */
export function isBehind(task: Task, { createdAt, runId }: TaskPlace): boolean {
  const apart = task.created_at.getTime() - createdAt.getTime();
  return apart < 0 || (apart === 0 && task.run_id < runId);
}

/** What of it the ledger is asked for; null: it has none of those. */
export function chainFilterOf(filter: TaskFilter): ChainFilter | null {
  const statuses = filter.statuses?.filter(isClosed);
  const roles = filter.roles?.filter(isChainRole);
  return statuses?.length === 0 || roles?.length === 0 ? null : { ...filter, statuses, roles };
}
