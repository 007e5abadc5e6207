import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withApi } from '../../api/with-api.ts';
import { refuseNoId } from '../../refuse-no-id.ts';
import { answer } from '../../output/print.ts';
import { formatBulkAction } from './format-bulk.ts';

/** Shows one bulk action and its results. */
export async function showBulkAction(id: string, options: { json?: true }, command: Command): Promise<void> {
  refuseNoId('bulk action', id);
  const parameters = { path: { id } };
  const shown = await withApi(command, (api) =>
    answerOf(api.GET('/api/bulk-actions/{id}', { params: parameters })),
  );
  answer(shown, options, formatBulkAction);
}

/** Requests that a bulk action stop; the runs that it has not reached stay as they are. */
export async function abortBulkAction(
  id: string,
  { json }: { json?: true },
  command: Command,
): Promise<void> {
  refuseNoId('bulk action', id);
  const parameters = { path: { id } };
  const requested = await withApi(command, (api) =>
    answerOf(api.POST('/api/bulk-actions/{id}/cancel', { params: parameters })),
  );
  answer(requested, { json }, () => `${id} was asked to end.`);
}
