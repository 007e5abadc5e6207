import type { Environment } from '../config/environment.ts';
import type { Role } from '../domain/role.ts';
import {
  ISOLATED_ROLES,
  queuesOwnedBy,
  queuesSharedBy,
  WORKER_ROLES,
} from '../temporal-config/role-queues.ts';
import { TASK_QUEUES, type TaskQueue } from '../temporal-config/task-queues.ts';
import { WorkerRefused } from './worker-refused.ts';

/**
 * The queues that a worker serves: all of them, those of WORKER_QUEUES, or those of its role.
 * @throws WorkerRefused when a name is unknown, both variables are set, or the role has no queue of its own
 */
export function chooseQueues({
  WORKER_QUEUES: queues,
  WORKER_ROLE: role,
}: Pick<Environment, 'WORKER_QUEUES' | 'WORKER_ROLE'>): TaskQueue[] {
  if (queues !== undefined && role !== undefined) {
    throw new WorkerRefused(
      `WORKER_QUEUES (${queues.join(',')}) and WORKER_ROLE (${role}) are both set; a worker takes one of them`,
    );
  }
  if (role !== undefined) return queuesOfRole(role);
  const unknown = (queues ?? []).filter((name) => !(TASK_QUEUES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new WorkerRefused(
      `WORKER_QUEUES names ${unknown.join(', ')}; it takes some of ${TASK_QUEUES.join(', ')}`,
    );
  }
  return TASK_QUEUES.filter((name) => queues === undefined || queues.includes(name));
}

function queuesOfRole(role: string): TaskQueue[] {
  if (!WORKER_ROLES.includes(role)) {
    throw new WorkerRefused(
      `WORKER_ROLE is ${JSON.stringify(role)}; it takes one of ${ISOLATED_ROLES.join(', ')}`,
    );
  }
  const own = queuesOwnedBy(role);
  if (own.length > 0) return own;
  const { queues, others } = queuesSharedBy(role as Role);
  throw new WorkerRefused(
    `WORKER_ROLE is ${role}, whose work has no queue of its own: it shares ${queues.join(' and ')} with ${andPictures(queues, others)}. ` +
      `WORKER_QUEUES=${queues.join(',')} serves them all; WORKER_ROLE takes one of ${ISOLATED_ROLES.join(', ')}.`,
  );
}

function andPictures(queues: TaskQueue[], roles: Role[]): string {
  return [...roles, ...(queues.includes('media') ? ['the downloads of pictures'] : [])].join(', ');
}
