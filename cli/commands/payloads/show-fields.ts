import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { formatFields } from './format-fields.ts';

/** Shows which fields of the platform vanished, appeared or were renamed in a payload since the last accepted menu. */
export async function showFields(id: number, options: { json?: true }, command: Command): Promise<void> {
  const found = await withApi(command, (api) =>
    answerOf(api.GET('/api/payloads/{id}/fields', { params: { path: { id } } })),
  );
  answer(found, options, formatFields);
}
