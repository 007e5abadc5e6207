import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { nameStores } from '../db/queries/tasks.ts';
import { isChainRole } from '../domain/role.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { readPlan, type RepeatedPlan } from '../temporal-client/steer-tasks.ts';
import { planCrawl } from '../temporal-client/task-plans.ts';
import { untilClosed } from '../temporal-client/until-closed.ts';
import type { Task } from './task.ts';

/**
 * What would start the work of a closed task once more: as it was started, where Temporal still knows; a chain that the ledger
 * alone knows has its usual input.
 * @returns null: Temporal has deleted it, and nobody knows its input
 * @throws TemporalUnavailable
 */
export async function planAgain(
  { db, client }: { db: Db; client: Client },
  task: Task,
): Promise<RepeatedPlan | null> {
  const execution = { workflowId: task.workflow_id, runId: task.run_id };
  await callTemporal(client, () => untilClosed(client, execution));
  const plan = await callTemporal(client, () => readPlan(client, execution));
  if (plan !== null) return plan;
  const { dispensary_id: id } = task;
  const store = id === null ? undefined : (await nameStores(db, [id])).get(id);
  return store === undefined || !isChainRole(task.role)
    ? null
    : { plan: planCrawl(store, { role: task.role }) };
}
