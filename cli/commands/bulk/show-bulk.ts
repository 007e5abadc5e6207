import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { JOB_ID } from '../../../domain/job.ts';
import { NEWEST_FIRST } from '../../../domain/run-list.ts';
import { formatAge } from '../../api/format-age.ts';
import { readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandRefused } from '../../command-refused.ts';
import { moreThan } from '../../run-filters.ts';
import { formatBulkAction, formatBulkActions } from './format-bulk.ts';

/** Lists bulk actions, the newest first. */
export async function listBulkActions(
  { limit, json }: { limit: number; json?: true },
  command: Command,
): Promise<void> {
  const { items, hasMore, page } = await withApi(command, (api) =>
    readPages(limit, (query) => answerOf(api.GET('/api/bulk-actions', { params: { query } }))),
  );
  process.stderr.write(formatAge(page));
  say(json === true ? `${JSON.stringify(items)}\n` : formatBulkActions(items));
  if (hasMore) process.stderr.write(moreThan(limit, NEWEST_FIRST));
}

/** Shows one bulk action, with what it has done. */
export async function showBulkAction(id: string, { json }: { json?: true }, command: Command): Promise<void> {
  refuseNoId(id);
  const parameters = { path: { id } };
  const shown = await withApi(command, (api) =>
    answerOf(api.GET('/api/bulk-actions/{id}', { params: parameters })),
  );
  say(json === true ? `${JSON.stringify(shown)}\n` : formatBulkAction(shown));
}

/** Asks a bulk action to stop where it is. */
export async function abortBulkAction(
  id: string,
  { json }: { json?: true },
  command: Command,
): Promise<void> {
  refuseNoId(id);
  const parameters = { path: { id } };
  const asked = await withApi(command, (api) =>
    answerOf(api.POST('/api/bulk-actions/{id}/cancel', { params: parameters })),
  );
  say(json === true ? `${JSON.stringify(asked)}\n` : `${id} was asked to end.\n`);
}

/** @throws CommandRefused for what is no id of a bulk action */
function refuseNoId(id: string): void {
  if (JOB_ID.test(id)) return;
  throw new CommandRefused(
    `There is no bulk action ${JSON.stringify(id)}; it takes an id as \`crawlchain bulk list\` shows it.`,
  );
}

function say(text: string): void {
  process.stdout.write(text);
}
