import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { refuseNoId } from './refuse-no-id.ts';

/** Asks a job that waits or runs to end. */
export async function cancelJob(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId(id);
  const job = await withApi(command, (api) =>
    answerOf(api.POST('/api/jobs/{id}/cancel', { params: { path: { id } } })),
  );
  say(json === true ? JSON.stringify(job) : `${id} was asked to end.`);
}

/** Deletes a job that waits or is over, and all of its runs. */
export async function deleteJob(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId(id);
  await withApi(command, (api) => answerOf(api.DELETE('/api/jobs/{id}', { params: { path: { id } } })));
  say(json === true ? JSON.stringify({ id, deleted: true }) : `${id} is deleted; its files stay.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
