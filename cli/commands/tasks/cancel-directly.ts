import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeEnded, isClosed } from '../../../domain/task.ts';
import { cancelNoted } from '../../../ledger/cancel-noted.ts';
import { toTask } from '../../../reports/task-answer.ts';
import { readTaskDetail } from '../../../reports/task-detail.ts';
import { readTaskId } from '../../../temporal-config/workflow-ids.ts';
import { requestChange } from '../../request-change.ts';
import { CommandRefused } from '../../command-refused.ts';
import { cancelOf, withServers } from '../../with-servers.ts';

/**
 * Requests the cancellation of an open task through the database and Temporal, without the API.
 * @throws CommandRefused if there is no such task, or it is closed
 */
export async function cancelDirectly([id]: [string], _: object, command: Command): Promise<Schemas['Task']> {
  return withServers(command, async (servers) => {
    const execution = readTaskId(id);
    const detail = execution === null ? null : await readTaskDetail(servers, execution);
    if (detail === null) throw new CommandRefused(`There is no task ${JSON.stringify(id)}.`);
    const { task } = detail;
    const run = { workflowId: task.workflow_id, runId: task.run_id };
    const isAsked =
      !isClosed(task.status) && (await requestChange(() => cancelNoted(servers, run, cancelOf(command))));
    if (!isAsked) throw new CommandRefused(describeEnded('The task', task.status));
    return toTask(task);
  });
}
