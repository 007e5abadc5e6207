import { findPayloadStore, nameStores, type StoreNames } from '../../db/queries/tasks.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../domain/dispensary.ts';
import {
  planCrawl,
  planDiscovery,
  planRefresh,
  planResolve,
  planUpkeep,
  type TaskPlan,
} from '../../temporal-client/task-plans.ts';
import { CHAINED_PRIORITY, SCHEDULED_PRIORITY } from '../../temporal-config/priorities.ts';
import type { ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { notEnabled } from '../require-dispensary.ts';
import type { NewTask } from '../schemas/new-task.ts';
import { scopeOfRequest } from './scope-of-request.ts';

/**
 * Plans what a request for a task starts.
 * @throws Problem `not-found` or `conflict` where the store does not allow it; `impossible`
 */
export async function planTask(
  tools: Pick<ApiTools, 'db' | 'environment'>,
  task: NewTask,
): Promise<TaskPlan> {
  const plan = await planOf(tools, task);
  return { ...plan, priority: task.priority ?? plan.priority ?? usualPriority(task.role) };
}

async function planOf(
  { db, environment }: Pick<ApiTools, 'db' | 'environment'>,
  task: NewTask,
): Promise<TaskPlan> {
  switch (task.role) {
    case 'payload_fetch':
    case 'product_resync':
    case 'product_discovery': {
      // `product_resync`, the older word, means a chain: payload_fetch and product_refresh.
      const role = task.role === 'product_discovery' ? task.role : 'payload_fetch';
      const { priority = usualPriority(role), images } = task;
      const store = await findStore(db, task);
      return planCrawl(store, { role, priority, ...(images === undefined ? {} : { images }) });
    }
    case 'entry_point_discovery': {
      const { priority = usualPriority(task.role) } = task;
      return planResolve(await findStore(db, task), { priority });
    }
    case 'product_refresh': {
      const { payload_id: id } = task.payload;
      return planRefresh(id, await findPayload(db, id, task));
    }
    case 'store_discovery': {
      const { platform = PLATFORM_NAMES[0], priority = usualPriority(task.role) } = task;
      const { area, ...searched } = scopeOfRequest(task, environment.DISCOVERY_STATES);
      return planDiscovery({ platform, ...searched, priority }, area);
    }
    default:
      return planUpkeep(task.role);
  }
}

/** Returns the default priority of a role: work for new stores runs before recurring work. */
export function usualPriority(role: NewTask['role']): number {
  const isOfNewStore = role === 'product_discovery' || role === 'entry_point_discovery';
  return isOfNewStore ? CHAINED_PRIORITY : SCHEDULED_PRIORITY;
}

/** The store that a request names, and its platform if given. */
interface WantedStore {
  dispensary_id?: number | undefined;
  platform?: PlatformName | undefined;
}

/** Finds a dispensary that may be crawled. */
async function findStore(
  db: ApiTools['db'],
  wanted: WantedStore & { dispensary_id: number },
): Promise<StoreNames> {
  const { dispensary_id: id } = wanted;
  const store = (await nameStores(db, [id])).get(id);
  if (store === undefined) throw new Problem('not-found', `There is no dispensary ${id}.`);
  refuseOtherPlatform(store, wanted);
  if (!store.crawlEnabled) throw notEnabled(id);
  return store;
}

async function findPayload(db: ApiTools['db'], id: number, wanted: WantedStore): Promise<StoreNames> {
  const store = await findPayloadStore(db, id);
  if (store === null) throw new Problem('not-found', `There is no payload ${id}.`);
  refuseOtherPlatform(store, wanted);
  const { dispensary_id: dispensaryId = store.id } = wanted;
  if (dispensaryId === store.id) return store;
  throw new Problem('conflict', `Payload ${id} is of dispensary ${store.id}, not of ${dispensaryId}.`);
}

function refuseOtherPlatform({ id, platform }: StoreNames, wanted: WantedStore): void {
  if (wanted.platform === undefined || wanted.platform === platform) return;
  throw new Problem('conflict', `Dispensary ${id} is on ${platform}, not on ${wanted.platform}.`);
}
