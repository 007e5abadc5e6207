import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { answer } from '../../output/print.ts';
import { withApi } from '../../api/with-api.ts';

/** Enables proxies, and forgets their earlier failures. */
export async function enable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const enabled = await withApi(command, (api) =>
    answerOf(api.POST('/api/proxies/enable', { body: { ids } })),
  );
  answer(enabled, { json }, ({ ids: done }) => `In use, with a fresh start: ${done.join(', ')}.`);
}

/** Disables proxies until they are enabled again; running sessions continue to their end. */
export async function disable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const disabled = await withApi(command, (api) =>
    answerOf(api.POST('/api/proxies/disable', { body: { ids } })),
  );
  answer(disabled, { json }, ({ ids: done }) => `Out of use: ${done.join(', ')}.`);
}
