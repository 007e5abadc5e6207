import type { Command } from 'commander';
import { forgetJob } from '../../../db/queries/jobs.ts';
import { isClosed } from '../../../domain/task.ts';
import { cancelNoted } from '../../../ledger/cancel-noted.ts';
import { askTemporal } from '../../../temporal-client/ask-temporal.ts';
import { deleteJobRuns } from '../../../temporal-client/job-control.ts';
import { askForChange } from '../../ask-for-change.ts';
import { CommandRefused } from '../../command-refused.ts';
import { cancelOf, withServers } from '../../with-servers.ts';
import { findJob } from './with-jobs.ts';

/**
 * Asks a job that waits or runs to end.
 * @throws CommandRefused when it is over
 */
export async function cancelOpenJob(
  id: string,
  { json }: { json?: boolean },
  command: Command,
): Promise<void> {
  await withServers(command, async (servers) => {
    const { job } = await findJob(servers, id);
    const execution = { workflowId: job.workflow_id, runId: job.run_id };
    const isAsked =
      !isClosed(job.status) && (await askForChange(() => cancelNoted(servers, execution, cancelOf(command))));
    if (!isAsked) throw new CommandRefused(`The job is over: it is ${job.status}.`);
  });
  say(json === true ? JSON.stringify({ id, cancel_requested: true }) : `${id} was asked to end.`);
}

/**
 * Deletes a job that waits or is over, and all of its runs.
 * @throws CommandRefused when a worker has it
 */
export async function deleteJob(id: string, { json }: { json?: boolean }, command: Command): Promise<void> {
  await withServers(command, async (servers) => {
    const { job } = await findJob(servers, id);
    const { db, client } = servers;
    if (job.status === 'running') throw new CommandRefused('The job is running. Cancel it first.');
    const runIds = await askForChange(() => askTemporal(client, () => deleteJobRuns(client, job.id)));
    await forgetJob(db, job.id, runIds);
  });
  say(json === true ? JSON.stringify({ id, deleted: true }) : `${id} is deleted; its files stay.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
