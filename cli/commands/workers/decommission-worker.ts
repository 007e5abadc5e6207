import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { answer } from '../../output/print.ts';
import { withApi } from '../../api/with-api.ts';

/** Requests that a worker stop. */
export async function decommissionWorker(
  id: string,
  { json }: { json?: true },
  command: Command,
): Promise<void> {
  const requested = await withApi(command, (api) =>
    answerOf(api.POST('/api/worker-registry/{id}/decommission', { params: { path: { id } } })),
  );
  answer(requested, { json }, () => `${id} was asked to stop; it does so with its next heartbeat.`);
}
