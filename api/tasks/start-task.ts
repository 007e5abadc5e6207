import type { Client } from '@temporalio/client';
import type { StoreNames } from '../../db/queries/tasks.ts';
import { closedTask, openTask, type Task } from '../../reports/task.ts';
import { askTemporal } from '../../temporal-client/ask-temporal.ts';
import { promoteCrawl } from '../../temporal-client/promote-crawl.ts';
import { startPlan, startPlanLater, type StartOptions } from '../../temporal-client/start-plan.ts';
import { describeRun, type DescribedRun } from '../../temporal-client/steer-tasks.ts';
import type { TaskPlan } from '../../temporal-client/task-plans.ts';
import { SCHEDULED_PRIORITY } from '../../temporal-config/priorities.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';

interface Execution {
  workflowId: string;
  runId: string;
}

export interface StartedPlan extends Execution {
  /** `running`: a workflow of this id was open, and goes on. `later`: it waits for its time. */
  outcome: 'started' | 'running' | 'later';
}

/**
 * Starts what a plan says, now or for later; a chain that is open already is brought forward when this is more urgent.
 * @throws TemporalUnavailable
 */
export async function startOrSchedule(
  client: Client,
  plan: TaskPlan,
  { at, ...options }: StartOptions & { at?: Date | undefined },
): Promise<StartedPlan> {
  return askTemporal(client, async () => {
    if (at !== undefined && at.getTime() > Date.now()) {
      const { workflowId, firstExecutionRunId } = await startPlanLater(client, plan, { ...options, at });
      return { outcome: 'later', workflowId, runId: firstExecutionRunId };
    }
    const { handle, runId } = await startPlan(client, plan, options);
    const { workflowId } = handle;
    if (runId !== null) return { outcome: 'started', workflowId, runId };
    if ((plan.priority ?? SCHEDULED_PRIORITY) > SCHEDULED_PRIORITY) await promote(client, plan);
    return { outcome: 'running', workflowId, runId: (await handle.describe()).runId };
  });
}

/** Of the workflows, chains alone can be brought forward. */
async function promote(client: Client, { start, priority = SCHEDULED_PRIORITY }: TaskPlan): Promise<void> {
  if (start.workflow !== 'crawlDispensary') return;
  const { dispensaryId } = start.input;
  await promoteCrawl(client.workflow.getHandle(crawlDispensaryId(dispensaryId)), priority);
}

/** A run that has just been started, as a task. */
export async function taskOfRun(
  client: Client,
  execution: Execution,
  store: StoreNames | undefined,
): Promise<Task> {
  const described = await askTemporal(client, () => describeRun(client, execution));
  if (described === null) throw new Error(`The run ${execution.runId} of ${execution.workflowId} is gone`);
  return taskOf(described, store);
}

/** What a description says, without what the ledger knows. */
function taskOf({ run, look }: DescribedRun, store: StoreNames | undefined): Task {
  return run.closedAs === null
    ? openTask(run, { store, look, begun: undefined, staleAfterMs: Number.POSITIVE_INFINITY })
    : closedTask(run, run.closedAs, { store });
}
