import type { Command } from 'commander';
import { isClosed } from '../../../domain/task.ts';
import { cancelNoted } from '../../../ledger/cancel-noted.ts';
import { startNoted } from '../../../ledger/note-start.ts';
import { planAgain } from '../../../reports/plan-again.ts';
import { findStuckTasks } from '../../../reports/stuck-tasks.ts';
import { toRecovery } from '../../../reports/task-answer.ts';
import { recoverStuck } from '../../../temporal-client/recover-stuck.ts';
import type { StartedPlan } from '../../../temporal-client/start-or-schedule.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { askForChange } from '../../ask-for-change.ts';
import { CommandRefused } from '../../command-refused.ts';
import { tellRecovery } from './tell-tasks.ts';
import { askedBy, cancelOf, withServers } from '../../with-servers.ts';
import { findTask } from './with-tasks.ts';

/**
 * Asks an open task to end.
 * @throws CommandRefused when it is over
 */
export async function cancelTask(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  await withServers(command, async (tools) => {
    const { task } = await findTask(tools, id);
    const execution = { workflowId: task.workflow_id, runId: task.run_id };
    const isAsked =
      !isClosed(task.status) && (await askForChange(() => cancelNoted(tools, execution, cancelOf(command))));
    if (!isAsked)
      throw new CommandRefused(`The task is over: it is ${task.status}. Nothing is to be cancelled.`);
  });
  say(json === true ? JSON.stringify({ task_id: id, cancel_requested: true }) : `${id} was asked to end.`);
}

/**
 * Starts the work of a closed task once more.
 * @throws CommandRefused when it is not over, or nobody knows any more what it was
 */
export async function retryTask(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  const { outcome, workflowId, runId } = await withServers(command, async (tools) => {
    const { task } = await findTask(tools, id);
    if (!isClosed(task.status))
      throw new CommandRefused(`The task is not over: it is ${task.status}. Cancel it first.`);
    const known = await planAgain(tools, task);
    if (known === null)
      throw new CommandRefused('Temporal has deleted this task, and nobody knows its input.');
    const { plan, ...wishes } = known;
    return askForChange(() => startNoted(tools, plan, { ...wishes, ...askedBy(command) }));
  });
  const newId = taskId(workflowId, runId);
  if (json === true)
    return say(JSON.stringify({ task_id: newId, workflow_id: workflowId, run_id: runId, outcome }));
  say(`${newId} ${RETRIED[outcome]}.`);
}

const RETRIED: Record<StartedPlan['outcome'], string> = {
  running: 'is open already, and goes on',
  started: 'is started',
  later: 'waits for its time again',
};

interface RecoverOptions {
  threshold: number;
  dryRun?: boolean;
  json?: boolean;
}

/**
 * Has work begin again that is stuck.
 * @returns false: the server is too old for it
 */
export async function recoverTasks(
  { threshold, dryRun: isDryRun = false, json }: RecoverOptions,
  command: Command,
): Promise<boolean> {
  const found = await withServers(command, async (tools) => {
    const stuck = await findStuckTasks(tools, threshold * 60_000);
    return askForChange(() => recoverStuck(tools.client, stuck, { isDryRun }));
  });
  const recovery = toRecovery(found, { thresholdMinutes: threshold, isDryRun });
  process.stdout.write(json === true ? `${JSON.stringify(recovery)}\n` : tellRecovery(recovery));
  return found.every(({ outcome }) => outcome !== 'unsupported');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
