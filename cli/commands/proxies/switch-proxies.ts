import type { Command } from 'commander';
import type { Db } from '../../../db/connect.ts';
import { disableProxies, enableProxies } from '../../../db/queries/proxies.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';

/** Puts proxies into use, with a fresh start. */
export async function enable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const enabled = await switchAll(ids, command, enableProxies);
  if (json === true) tellIds(enabled, true);
  else process.stdout.write(`In use, with a fresh start: ${enabled.join(', ')}.\n`);
}

/** Takes proxies out of use until they are enabled again; sessions that run go on to their end. */
export async function disable(ids: number[], { json }: { json?: boolean }, command: Command): Promise<void> {
  const disabled = await switchAll(ids, command, disableProxies);
  if (json === true) tellIds(disabled, false);
  else process.stdout.write(`Out of use: ${disabled.join(', ')}.\n`);
}

async function switchAll(
  ids: number[],
  command: Command,
  change: (db: Db, ids: number[]) => Promise<number[]>,
): Promise<number[]> {
  const changed = await withDatabase(command, ({ db }) => change(db, ids));
  const unknown = ids.filter((id) => !changed.includes(id));
  if (unknown.length === 0) return changed;
  const done = changed.length === 0 ? 'nothing was changed' : `${changed.join(', ')} were changed`;
  throw new CommandRefused(
    `There is no proxy ${unknown.join(', ')}; ${done}. \`crawlchain proxies list\` shows the ids.`,
  );
}

function tellIds(ids: number[], isActive: boolean): void {
  process.stdout.write(`${JSON.stringify({ ids, is_active: isActive })}\n`);
}
