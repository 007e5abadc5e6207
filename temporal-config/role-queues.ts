import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { ROLES, type Role } from '../domain/role.ts';
import {
  ACTIVITY_QUEUES,
  BROWSER_QUEUE,
  fetchQueue,
  filesMediaQueue,
  filesQueue,
  filesReingestQueue,
  INGEST_QUEUE,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  type ActivityQueue,
} from './task-queues.ts';

/** Whose work a queue carries. */
interface QueueRoles {
  /** The role that the queue is for; a worker of this role serves it. Null: pictures and jobs, which belong to no role. */
  owner: Role | null;
  /** Roles whose work is too small for a queue of its own and rides along. */
  guests: readonly Role[];
}

const FETCHES: QueueRoles = {
  owner: 'payload_fetch',
  guests: ['store_discovery', 'entry_point_discovery', 'product_discovery'],
};

const INGESTS: QueueRoles = { owner: 'product_refresh', guests: [] };

/** Each activity queue, with the roles whose work it carries. */
const QUEUE_ROLES: Record<ActivityQueue, QueueRoles> = {
  ...(Object.fromEntries(PLATFORM_NAMES.map((name) => [fetchQueue(name), FETCHES])) as Record<
    ReturnType<typeof fetchQueue>,
    QueueRoles
  >),
  [BROWSER_QUEUE]: { owner: 'payload_fetch', guests: ['product_discovery'] },
  [INGEST_QUEUE]: INGESTS,
  [REINGEST_QUEUE]: INGESTS,
  [MEDIA_QUEUE]: { owner: null, guests: ['proxy_probe', 'analytics_refresh', 'storage_sweep'] },
  [JOBS_QUEUE]: { owner: null, guests: [] },
};

/** The word of the replaced systems for fetching and ingesting, which were one role. */
const ALIASES: Record<string, readonly Role[]> = { product_resync: ['payload_fetch', 'product_refresh'] };

/** What a worker may be narrowed to. */
export const WORKER_ROLES = [...ROLES, ...Object.keys(ALIASES)];

/** The roles that have queues of their own, and can be what a worker is for. */
export const ISOLATED_ROLES = WORKER_ROLES.filter((role) => queuesOwnedBy(role).length > 0);

/** The queues that exist for a role or an alias; none when its work rides along on queues of others. */
export function queuesOwnedBy(role: string): ActivityQueue[] {
  const roles: readonly string[] = ALIASES[role] ?? [role];
  return ACTIVITY_QUEUES.filter((queue) => roles.includes(QUEUE_ROLES[queue].owner ?? ''));
}

/** The roles that a word for a role stands for: one, or those of an alias; null when nobody knows the word. */
export function rolesNamed(word: string): readonly Role[] | null {
  const role = ROLES.find((known) => known === word);
  return role === undefined ? (ALIASES[word] ?? null) : [role];
}

const FILES_MEDIA: QueueRoles = { owner: null, guests: ['storage_sweep'] };

/** Whether a queue carries a role's work, its own or as a guest. @param queue any, also one of a pod's own */
export function carries(queue: string, role: Role): boolean {
  const roles = rolesOf(queue);
  return roles !== null && (roles.owner === role || roles.guests.includes(role));
}

function rolesOf(queue: string): QueueRoles | null {
  // A pod's own queues: no other pod has the files on its disk.
  if (queue.startsWith(filesQueue('')) || queue.startsWith(filesReingestQueue(''))) return INGESTS;
  if (queue.startsWith(filesMediaQueue(''))) return FILES_MEDIA;
  const known = ACTIVITY_QUEUES.find((name) => name === queue);
  return known === undefined ? null : QUEUE_ROLES[known];
}

/** The queues that carry a role's work as a guest, and the other roles whose work they carry. */
export function queuesSharedBy(role: Role): { queues: ActivityQueue[]; others: Role[] } {
  const queues = ACTIVITY_QUEUES.filter((queue) => QUEUE_ROLES[queue].guests.includes(role));
  const carried = queues
    .flatMap((queue) => [QUEUE_ROLES[queue].owner ?? [], QUEUE_ROLES[queue].guests])
    .flat(2);
  return { queues, others: ROLES.filter((other) => other !== role && carried.includes(other)) };
}
