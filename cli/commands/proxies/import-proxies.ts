import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandRefused } from '../../command-refused.ts';
import { answer } from '../../output/print.ts';
import type { ImportOptions } from './import-directly.ts';

/**
 * Imports a list of proxies: all of them, or none if a line is wrong.
 * @param file a path, or `-` for standard input; passwords are never given on the command line
 */
export async function importProxies(file: string, options: ImportOptions, command: Command): Promise<void> {
  const list = await readList(file);
  const done = await (options.direct === true
    ? (await import('./import-directly.ts')).importDirectly(list, options, command)
    : withApi(command, (api) => sendList(api, list, options)));
  answer(done, options, formatImport);
}

async function sendList(
  api: ApiClient,
  body: string,
  { owner, country, maxConcurrent, dryRun = false }: ImportOptions,
): Promise<Schemas['ImportedProxies']> {
  const query = {
    ...(owner === undefined ? {} : { owner }),
    ...(country === undefined ? {} : { country_code: country }),
    ...(maxConcurrent === undefined ? {} : { max_concurrent: maxConcurrent }),
    dry_run: dryRun ? ('true' as const) : ('false' as const),
  };
  return answerOf(
    api.POST('/api/proxies/import', {
      params: { query },
      body,
      bodySerializer: (list: string) => list,
      headers: { 'Content-Type': 'text/plain' },
    }),
  );
}

function formatImport({ dry_run: dryRun, proxies, added, updated }: Schemas['ImportedProxies']): string {
  return dryRun
    ? `The list is in order: ${proxies} proxies, of which ${added} are new and ${updated} known. Nothing was written.`
    : `${added} proxies added, ${updated} updated.`;
}

async function readList(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
