import type { Command } from 'commander';
import type { Run } from '../../../db/queries/runs.ts';
import { NEWEST_FIRST } from '../../../domain/run-list.ts';
import { cancelNoted } from '../../../ledger/cancel-noted.ts';
import { readBulkAction, toBulkAction } from '../../../reports/bulk-action.ts';
import { pageOfRuns } from '../../../reports/list-tasks.ts';
import { askForChange } from '../../ask-for-change.ts';
import { CommandRefused } from '../../command-refused.ts';
import { moreThan } from '../../run-filters.ts';
import { withLedger } from '../../with-ledger.ts';
import { cancelOf, withServers, type Servers } from '../../with-servers.ts';
import { tellBulkAction, tellBulkActions } from './tell-bulk.ts';

/** Shows bulk actions, the newest first. */
export async function listBulkActions(
  { limit, json }: { limit: number; json?: boolean },
  command: Command,
): Promise<void> {
  const page = { after: null, limit, itemOf: toBulkAction };
  const { items, next } = await withLedger(command, ({ db }) => pageOfRuns(db, { kind: 'bulk' }, page));
  if (json === true) say(JSON.stringify(items));
  else if (items.length === 0) say('There are none.');
  else process.stdout.write(tellBulkActions(items));
  if (next !== null) process.stderr.write(moreThan(limit, NEWEST_FIRST));
}

/** Shows one bulk action, with what it has done. */
export async function showBulkAction(
  id: string,
  { json }: { json?: boolean },
  command: Command,
): Promise<void> {
  const shown = toBulkAction(await withServers(command, (servers) => find(servers, id)));
  if (json === true) say(JSON.stringify(shown));
  else process.stdout.write(tellBulkAction(shown));
}

/**
 * Asks a bulk action to stop where it is.
 * @throws CommandRefused when it is over
 */
export async function abortBulkAction(
  id: string,
  { json }: { json?: boolean },
  command: Command,
): Promise<void> {
  await withServers(command, async (servers) => {
    const run = await find(servers, id);
    const isAsked =
      run.endedAt === null && (await askForChange(() => cancelNoted(servers, run, cancelOf(command))));
    if (!isAsked) throw new CommandRefused(`The bulk action is over: it is ${run.status}.`);
  });
  say(json === true ? JSON.stringify({ id, cancel_requested: true }) : `${id} was asked to end.`);
}

/** @throws CommandRefused when there is no such bulk action */
async function find(servers: Servers, id: string): Promise<Run> {
  const run = await readBulkAction(servers, id);
  if (run !== null) return run;
  throw new CommandRefused(
    `There is no bulk action ${JSON.stringify(id)}; it takes an id as \`crawlchain bulk list\` shows it.`,
  );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
