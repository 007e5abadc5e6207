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

const FETCHES: readonly Role[] = [
  'store_discovery',
  'entry_point_discovery',
  'product_discovery',
  'payload_fetch',
];

const INGESTS: readonly Role[] = ['product_refresh'];

/** The roles whose work each activity queue carries. Pictures, on `media`, and jobs belong to no role. */
const QUEUE_ROLES: Record<ActivityQueue, readonly Role[]> = {
  ...(Object.fromEntries(PLATFORM_NAMES.map((name) => [fetchQueue(name), FETCHES])) as Record<
    ReturnType<typeof fetchQueue>,
    readonly Role[]
  >),
  [BROWSER_QUEUE]: ['product_discovery', 'payload_fetch'],
  [INGEST_QUEUE]: INGESTS,
  [REINGEST_QUEUE]: INGESTS,
  [MEDIA_QUEUE]: ['analytics_refresh', 'proxy_probe', 'storage_sweep'],
  [JOBS_QUEUE]: [],
};

/** Role names of the replaced systems that map to several roles of ours. */
const ALIASES = new Map<string, readonly Role[]>([['product_resync', ['payload_fetch', 'product_refresh']]]);

/** The role names that WORKER_ROLE and filters accept. */
export const WORKER_ROLES = [...ROLES, ...ALIASES.keys()];

/** Returns the roles that a name stands for: one, or those of an alias. Null if the name is unknown. */
export function rolesNamed(word: string): readonly Role[] | null {
  const role = ROLES.find((known) => known === word);
  return role === undefined ? (ALIASES.get(word) ?? null) : [role];
}

/** Returns the queues that carry the work of these roles. Other roles may share the queues. */
export function queuesOf(roles: readonly Role[]): ActivityQueue[] {
  return ACTIVITY_QUEUES.filter((queue) => roles.some((role) => carries(queue, role)));
}

const FILES_MEDIA: readonly Role[] = ['storage_sweep'];

/** Whether a queue carries a role's work. @param queue any queue, also a pod's own */
export function carries(queue: string, role: Role): boolean {
  return rolesOf(queue).includes(role);
}

function rolesOf(queue: string): readonly Role[] {
  // A pod's own queues: no other pod has the files on its disk.
  if (queue.startsWith(filesQueue('')) || queue.startsWith(filesReingestQueue(''))) return INGESTS;
  if (queue.startsWith(filesMediaQueue(''))) return FILES_MEDIA;
  const known = ACTIVITY_QUEUES.find((name) => name === queue);
  return known === undefined ? [] : QUEUE_ROLES[known];
}
