import type { Client } from '@temporalio/client';
import type { StoreNames } from '../../db/queries/tasks.ts';
import { PLATFORM_NAMES } from '../../domain/dispensary.ts';
import { closedTask, openTask, type Task } from '../../reports/task.ts';
import { askTemporal, unlessAway } from '../../temporal-client/ask-temporal.ts';
import type { TaskRun } from '../../temporal-client/list-task-runs.ts';
import type { Execution } from '../../temporal-client/look-at-tasks.ts';
import { describeRun, type DescribedRun } from '../../temporal-client/steer-tasks.ts';
import type { TaskPlan } from '../../temporal-client/task-plans.ts';
import { runCreatedAt } from '../../temporal-config/run-ids.ts';
import { ROLES } from '../../domain/role.ts';
import { usualRetries } from '../../temporal-config/task-memo.ts';
import { PLATFORM, ROLE, STATE_CODE } from '../../temporal-config/search-attributes.ts';

/** What was started, and as what. */
export interface StartedAs {
  plan: TaskPlan;
  store: StoreNames | undefined;
  maxRetries?: number | undefined;
  /** The moment for which it waits. */
  at?: Date | undefined;
}

/** A run that has just been started, as a task. It is started: where Temporal does not describe it in time, it is as planned. */
export async function taskOfRun(client: Client, execution: Execution, as: StartedAs): Promise<Task> {
  const asked = askTemporal(client, () => describeRun(client, execution));
  const described = await unlessAway(asked, 'away' as const);
  if (described === null) throw new Error(`The run ${execution.runId} of ${execution.workflowId} is gone`);
  return described === 'away' ? openTask(runAsPlanned(execution, as), seen(as)) : taskOf(described, as);
}

/** What a description says, without what the ledger knows. */
function taskOf({ run, look }: DescribedRun, { store }: StartedAs): Task {
  return run.closedAs === null
    ? openTask(run, { ...seen({ store }), look })
    : closedTask(run, run.closedAs, { store });
}

/** Nothing was seen of it. */
function seen({ store }: Pick<StartedAs, 'store'>) {
  return { store, look: undefined, begun: undefined, staleAfterMs: Number.POSITIVE_INFINITY };
}

function runAsPlanned({ workflowId, runId }: Execution, { plan, store, maxRetries, at }: StartedAs): TaskRun {
  const { attributes, priority, start } = plan;
  const retries = maxRetries ?? usualRetries(start.workflow);
  return {
    workflowId,
    runId,
    workflow: start.workflow,
    closedAs: null,
    role: ROLES.find((role) => role === attributes.get(ROLE)) ?? 'payload_fetch',
    dispensaryId: store?.id ?? null,
    platform: PLATFORM_NAMES.find((name) => name === attributes.get(PLATFORM)) ?? null,
    stateCode: attributes.get(STATE_CODE) ?? null,
    memo: {
      ...(priority === undefined ? {} : { priority }),
      ...(retries === undefined ? {} : { max_retries: retries }),
    },
    createdAt: runCreatedAt(runId, new Date()),
    scheduledFor: at ?? null,
    closedAt: null,
  };
}
