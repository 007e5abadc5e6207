import type { Client } from '@temporalio/client';
import type { StoreNames } from '../../db/queries/tasks.ts';
import { closedTask, openTask, type Task } from '../../reports/task.ts';
import { askTemporal } from '../../temporal-client/ask-temporal.ts';
import type { Execution } from '../../temporal-client/look-at-tasks.ts';
import { describeRun, type DescribedRun } from '../../temporal-client/steer-tasks.ts';

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
