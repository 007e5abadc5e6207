import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { refuseNoId } from '../../refuse-no-id.ts';

/** Requests the cancellation of an open job. */
export async function cancelJob(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId('job', id);
  const job = await withApi(command, (api) =>
    answerOf(api.POST('/api/jobs/{id}/cancel', { params: { path: { id } } })),
  );
  answer(job, { json }, () => `${id} was asked to end.`);
}

/** Deletes a waiting or closed job, with all of its runs. */
export async function deleteJob(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId('job', id);
  await withApi(command, (api) => answerOf(api.DELETE('/api/jobs/{id}', { params: { path: { id } } })));
  answer({ id, deleted: true }, { json }, () => `${id} is deleted; its files stay.`);
}
