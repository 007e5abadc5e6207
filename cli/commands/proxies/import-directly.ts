import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { foreseeSavedProxies, saveProxies } from '../../../db/queries/proxies.ts';
import { parseProxies } from '../../../egress/parse-proxies.ts';
import { CommandRefused } from '../../command-refused.ts';
import { readList, type ImportOptions } from './import-proxies.ts';
import { checkPasswords, openPasswords, withDatabase } from '../../open-database.ts';

/** How many wrong lines to print. */
const COMPLAINTS_SHOWN = 20;

/**
 * Writes a list of proxies directly to the database, for an installation without an API.
 * @throws CommandRefused when a line is wrong; then nothing is written
 */
export async function importDirectly(
  [file]: [string],
  { owner, country: countryCode, maxConcurrent, dryRun = false }: ImportOptions,
  command: Command,
): Promise<Schemas['ImportedProxies']> {
  const proxies = readProxies(await readList(file));
  const wished = proxies.map((proxy) => ({ owner, countryCode, maxConcurrent, ...proxy }));
  const { added, updated } = await withDatabase(command, async (tools) => {
    if (!dryRun) return saveProxies(tools.db, await openPasswords(tools), wished);
    await checkPasswords(tools);
    return foreseeSavedProxies(tools.db, wished);
  });
  return { dry_run: dryRun, proxies: proxies.length, added, updated };
}

function readProxies(text: string) {
  const { proxies, complaints } = parseProxies(text);
  if (complaints.length > 0) {
    const count = complaints.length === 1 ? '1 line is' : `${complaints.length} lines are`;
    const lines = complaints.slice(0, COMPLAINTS_SHOWN).join('\n');
    throw new CommandRefused(`${count} wrong; nothing was imported.\n${lines}`);
  }
  if (proxies.length === 0) throw new CommandRefused('The list contains no proxy; nothing was imported.');
  return proxies;
}
