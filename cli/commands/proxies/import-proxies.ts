import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { saveProxies } from '../../../db/queries/proxies.ts';
import { CommandRefused } from '../../command-refused.ts';
import { openPasswords, withDatabase } from '../../open-database.ts';
import { parseProxies } from '../../../egress/parse-proxies.ts';

export interface ImportOptions {
  owner?: string;
  country?: string;
  maxConcurrent?: number;
  dryRun?: boolean;
  json?: boolean;
}

/** As many complaints as a person reads. */
const COMPLAINTS_SHOWN = 10;

/**
 * Brings a list of proxies into the table: all of it, or none when a line is wrong.
 * @param file a path, or `-` for standard input; passwords are never given on the command line
 */
export async function importProxies(file: string, options: ImportOptions, command: Command): Promise<void> {
  const { proxies, complaints } = parseProxies(await readList(file));
  if (complaints.length > 0) {
    const more = complaints.length - COMPLAINTS_SHOWN;
    throw new CommandRefused(
      [
        ...complaints.slice(0, COMPLAINTS_SHOWN),
        ...(more > 0 ? [`… and ${more} more.`] : []),
        'Nothing was imported.',
      ].join('\n'),
    );
  }
  if (proxies.length === 0) throw new CommandRefused('The list holds no proxy. Nothing was imported.');
  const { owner, country: countryCode, maxConcurrent } = options;
  const wished = proxies.map((proxy) => ({ owner, countryCode, maxConcurrent, ...proxy }));
  if (options.dryRun) {
    return tell(options, {
      json: { dry_run: true, proxies: proxies.length, added: 0, updated: 0 },
      words: `The list is in order: ${proxies.length} proxies. Nothing was written.`,
    });
  }
  const { added, updated } = await withDatabase(command, async (tools) =>
    saveProxies(tools.db, await openPasswords(tools), wished),
  );
  tell(options, {
    json: { dry_run: false, proxies: proxies.length, added, updated },
    words: `${added} proxies added, ${updated} updated.`,
  });
}

function tell({ json }: ImportOptions, done: { json: object; words: string }): void {
  process.stdout.write(`${json === true ? JSON.stringify(done.json) : done.words}\n`);
}

async function readList(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
