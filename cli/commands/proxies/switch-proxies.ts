import type { Command } from 'commander';
import type { Db } from '../../../db/connect.ts';
import { disableProxies, enableProxies, listProxies } from '../../../db/queries/proxies.ts';
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

/**
 * All of them or none: who is told of a wrong id need not find out which of the others were changed.
 * @returns the ids, each once
 */
async function switchAll(
  ids: number[],
  command: Command,
  change: (db: Db, ids: number[]) => Promise<number[]>,
): Promise<number[]> {
  return withDatabase(command, async ({ db }) => {
    // Proxies are never removed: one that is known now still is when it is changed.
    const known = new Set((await listProxies(db, { ids })).map(({ id }) => id));
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    if (unknown.length > 0)
      throw new CommandRefused(
        `There is no proxy ${unknown.join(', ')}; nothing was changed. \`crawlchain proxies list\` shows the ids.`,
      );
    return change(db, ids);
  });
}

function tellIds(ids: number[], isActive: boolean): void {
  process.stdout.write(`${JSON.stringify({ ids, is_active: isActive })}\n`);
}
