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
 * Plans to run a closed task again: with its original input if Temporal still has it; else, for a chain, with the usual input.
 * @returns null if Temporal has deleted the run and its input is not known
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
