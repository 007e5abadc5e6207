import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { CommandRefused } from '../../command-refused.ts';

/** The options of `proxies import`. */
export interface ImportOptions {
  owner?: string;
  country?: string;
  maxConcurrent?: number;
  dryRun?: boolean;
}

/** Sends a list of proxies to the API, which imports all of them, or none if a line is wrong. @throws CommandRefused as `readList` does */
export async function sendList(
  api: ApiClient,
  [file]: [string],
  { owner, country, maxConcurrent, dryRun = false }: ImportOptions,
): Promise<Schemas['ImportedProxies']> {
  const query = {
    ...withoutUndefined({ owner, country_code: country, max_concurrent: maxConcurrent }),
    dry_run: dryRun ? ('true' as const) : ('false' as const),
  };
  return answerOf(
    api.POST('/api/proxies/import', {
      params: { query },
      body: await readList(file),
      bodySerializer: (list: string) => list,
      headers: { 'Content-Type': 'text/plain' },
    }),
  );
}

/** Formats how many proxies a list has, or how many were imported. */
export function formatImport({
  dry_run: dryRun,
  proxies,
  added,
  updated,
}: Schemas['ImportedProxies']): string {
  return dryRun
    ? `The list is in order: ${proxies} proxies, of which ${added} are new and ${updated} known. Nothing was written.`
    : `${added} proxies added, ${updated} updated.`;
}

/** Reads a list of proxies. @param file a path, or `-` for standard input @throws CommandRefused if it cannot be read */
export async function readList(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
