import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';

/** Puts proxies into use, with a fresh start. */
export async function enable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const enabled = await withApi(command, (api) =>
    answerOf(api.POST('/api/proxies/enable', { body: { ids } })),
  );
  say(json === true ? JSON.stringify(enabled) : `In use, with a fresh start: ${enabled.ids.join(', ')}.`);
}

/** Takes proxies out of use until they are enabled again; sessions that run go on to their end. */
export async function disable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const disabled = await withApi(command, (api) =>
    answerOf(api.POST('/api/proxies/disable', { body: { ids } })),
  );
  say(json === true ? JSON.stringify(disabled) : `Out of use: ${disabled.ids.join(', ')}.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
