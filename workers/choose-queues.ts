import type { Environment } from '../config/environment.ts';
import { queuesOf, rolesNamed, WORKER_ROLES } from '../temporal-config/role-queues.ts';
import { TASK_QUEUES, type TaskQueue } from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * Returns the queues that a worker serves: all of them, those in WORKER_QUEUES, those that it does not leave out (`-jobs`), or those of
 * WORKER_ROLE.
 * @throws WorkerRefused when a name is unknown, or both variables are set
 */
export function chooseQueues({
  WORKER_QUEUES: queues,
  WORKER_ROLE: role,
}: Pick<Environment, 'WORKER_QUEUES' | 'WORKER_ROLE'>): TaskQueue[] {
  if (queues !== undefined && role !== undefined) {
    throw new WorkerRefused(
      `WORKER_QUEUES (${queues.join(',')}) and WORKER_ROLE (${role}) are both set; set only one of them`,
    );
  }
  if (role !== undefined) return queuesOfRole(role);
  const leftOut = (queues ?? []).filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const named = (queues ?? []).filter((name) => !name.startsWith('-'));
  const unknown = [...named, ...leftOut].filter((name) => !(TASK_QUEUES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new WorkerRefused(
      `WORKER_QUEUES names ${unknown.join(', ')}; it takes some of ${TASK_QUEUES.join(', ')}, or all but some, such as -jobs`,
    );
  }
  return TASK_QUEUES.filter(
    (name) => (named.length === 0 || named.includes(name)) && !leftOut.includes(name),
  );
}

function queuesOfRole(word: string): TaskQueue[] {
  const roles = rolesNamed(word);
  if (roles !== null) return queuesOf(roles);
  throw new WorkerRefused(
    `WORKER_ROLE is ${JSON.stringify(word)}; it takes one of ${WORKER_ROLES.join(', ')}`,
  );
}
