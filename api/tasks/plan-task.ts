import type { z } from '@hono/zod-openapi';
import { findPayloadStore, nameStores, type StoreNames } from '../../db/queries/tasks.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import type { ChainRole, Role } from '../../domain/role.ts';
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
import { Problem, type WrongField } from '../problem.ts';
import type { newTaskSchema } from '../schemas/new-task.ts';

type NewTask = z.output<typeof newTaskSchema>;
type Field = keyof NewTask;

/** What says which work is wanted, by role; other fields say how. */
const TAKES: Record<Role, { needs: Field[]; mayHave: Field[] }> = {
  payload_fetch: { needs: ['dispensary_id'], mayHave: ['images'] },
  product_discovery: { needs: ['dispensary_id'], mayHave: ['images'] },
  entry_point_discovery: { needs: ['dispensary_id'], mayHave: [] },
  product_refresh: { needs: ['payload'], mayHave: ['dispensary_id'] },
  store_discovery: { needs: [], mayHave: ['platform', 'state_code'] },
  analytics_refresh: { needs: [], mayHave: [] },
  proxy_probe: { needs: [], mayHave: [] },
  storage_sweep: { needs: [], mayHave: [] },
};

const SUBJECTS: Field[] = ['dispensary_id', 'payload', 'platform', 'state_code', 'images'];

/**
 * What a request for a task starts.
 * @throws Problem `bad-input` where the role takes other fields, `not-found` or `conflict` where the store does not allow it
 */
export async function planTask(
  tools: Pick<ApiTools, 'db' | 'environment'>,
  task: NewTask,
): Promise<TaskPlan> {
  // The older word means a chain, which does both.
  const role = task.role === 'product_resync' ? 'payload_fetch' : (task.role as Role);
  refuseOtherFields(role, task);
  const plan = await planOf(tools, role, task);
  return { ...plan, priority: task.priority ?? plan.priority };
}

async function planOf(
  { db, environment }: Pick<ApiTools, 'db' | 'environment'>,
  role: Role,
  task: NewTask,
): Promise<TaskPlan> {
  switch (role) {
    case 'payload_fetch':
    case 'product_discovery': {
      const { priority = usualPriority(role), images } = task;
      const store = await findStore(db, task.dispensary_id);
      return planCrawl(store, { role, priority, ...(images === undefined ? {} : { images }) });
    }
    case 'entry_point_discovery':
      return planResolve(await findStore(db, task.dispensary_id), {
        priority: task.priority ?? CHAINED_PRIORITY,
      });
    case 'product_refresh':
      return planRefresh(task.payload?.payload_id ?? 0, await findPayload(db, task));
    case 'store_discovery': {
      const { platform = PLATFORM_NAMES[0], state_code: state, priority = CHAINED_PRIORITY } = task;
      const states = state === undefined ? environment.DISCOVERY_STATES : [state];
      return planDiscovery({ platform, states, priority }, state ?? 'all');
    }
    default:
      return planUpkeep(role);
  }
}

/** Of a chain that nobody said anything else about: first crawls come before recurring ones. */
export function usualPriority(role: ChainRole): number {
  return role === 'payload_fetch' ? SCHEDULED_PRIORITY : CHAINED_PRIORITY;
}

function refuseOtherFields(role: Role, task: NewTask): void {
  const { needs, mayHave } = TAKES[role];
  const missing = needs.filter((field) => task[field] === undefined);
  const others = SUBJECTS.filter(
    (field) => task[field] !== undefined && ![...needs, ...mayHave].includes(field),
  );
  const errors: WrongField[] = [
    ...missing.map((field) => wrong(field, `${field} is missing; a task of ${role} needs it.`)),
    ...others.map((field) => wrong(field, `${field} is given; a task of ${role} does not take it.`)),
  ];
  if (errors.length > 0)
    throw new Problem('bad-input', errors.map(({ detail }) => detail).join(' '), { errors });
}

function wrong(field: Field, detail: string): WrongField {
  return { in: 'body', pointer: `/${field}`, detail };
}

/** A dispensary that may be crawled. */
async function findStore(db: ApiTools['db'], id = 0): Promise<StoreNames> {
  const store = (await nameStores(db, [id])).get(id);
  if (store === undefined) throw new Problem('not-found', `There is no dispensary ${id}.`);
  if (!store.crawlEnabled)
    throw new Problem('conflict', `Dispensary ${id} is not enabled: its chain would be refused.`);
  return store;
}

async function findPayload(
  db: ApiTools['db'],
  { payload, dispensary_id: dispensaryId }: NewTask,
): Promise<StoreNames> {
  const id = payload?.payload_id ?? 0;
  const store = await findPayloadStore(db, id);
  if (store === null) throw new Problem('not-found', `There is no payload ${id}.`);
  if (dispensaryId === undefined || dispensaryId === store.id) return store;
  const detail = `dispensary_id is ${dispensaryId}; payload ${id} is of dispensary ${store.id}.`;
  throw new Problem('bad-input', detail, { errors: [wrong('dispensary_id', detail)] });
}
