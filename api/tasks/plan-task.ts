import { findPayloadStore, nameStores, type StoreNames } from '../../db/queries/tasks.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import type { ChainRole } from '../../domain/role.ts';
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
import type { NewTask } from '../schemas/new-task.ts';

/**
 * What a request for a task starts.
 * @throws Problem `not-found` or `conflict` where the store does not allow it
 */
export async function planTask(
  tools: Pick<ApiTools, 'db' | 'environment'>,
  task: NewTask,
): Promise<TaskPlan> {
  const plan = await planOf(tools, task);
  return { ...plan, priority: task.priority ?? plan.priority };
}

async function planOf(
  { db, environment }: Pick<ApiTools, 'db' | 'environment'>,
  task: NewTask,
): Promise<TaskPlan> {
  switch (task.role) {
    case 'payload_fetch':
    case 'product_resync':
    case 'product_discovery': {
      // The older word means a chain, which does both.
      const role = task.role === 'product_discovery' ? task.role : 'payload_fetch';
      const { priority = usualPriority(role), images } = task;
      const store = await findStore(db, task.dispensary_id);
      return planCrawl(store, { role, priority, ...(images === undefined ? {} : { images }) });
    }
    case 'entry_point_discovery': {
      const { priority = CHAINED_PRIORITY } = task;
      return planResolve(await findStore(db, task.dispensary_id), { priority });
    }
    case 'product_refresh': {
      const { payload_id: id } = task.payload;
      return planRefresh(id, await findPayload(db, id, task.dispensary_id));
    }
    case 'store_discovery': {
      const { platform = PLATFORM_NAMES[0], state_code: state, priority = CHAINED_PRIORITY } = task;
      const states = state === undefined ? environment.DISCOVERY_STATES : [state];
      return planDiscovery({ platform, states, priority }, state ?? 'all');
    }
    default:
      return planUpkeep(task.role);
  }
}

/** Of a chain that nobody said anything else about: first crawls come before recurring ones. */
export function usualPriority(role: ChainRole): number {
  return role === 'payload_fetch' ? SCHEDULED_PRIORITY : CHAINED_PRIORITY;
}

/** A dispensary that may be crawled. */
async function findStore(db: ApiTools['db'], id: number): Promise<StoreNames> {
  const store = (await nameStores(db, [id])).get(id);
  if (store === undefined) throw new Problem('not-found', `There is no dispensary ${id}.`);
  if (!store.crawlEnabled)
    throw new Problem('conflict', `Dispensary ${id} is not enabled: its chain would be refused.`);
  return store;
}

async function findPayload(
  db: ApiTools['db'],
  id: number,
  dispensaryId: number | undefined,
): Promise<StoreNames> {
  const store = await findPayloadStore(db, id);
  if (store === null) throw new Problem('not-found', `There is no payload ${id}.`);
  if (dispensaryId === undefined || dispensaryId === store.id) return store;
  throw new Problem('conflict', `Payload ${id} is of dispensary ${store.id}, not of ${dispensaryId}.`);
}
