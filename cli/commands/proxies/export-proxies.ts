import type { Command } from 'commander';
import { listProxies, type ListedProxy } from '../../../db/queries/proxies.ts';
import { withDatabase } from '../../open-database.ts';
import { addressOf } from '../../../domain/proxy-address.ts';

export type ExportFormat = 'csv' | 'url';

/** Writes every proxy as `import` reads them, without passwords. */
export async function exportProxies(options: { format: ExportFormat }, command: Command): Promise<void> {
  const proxies = await withDatabase(command, ({ db }) => listProxies(db));
  const lines =
    options.format === 'url'
      ? proxies.map(addressOf)
      : ['protocol,host,port,username,owner,country,max_concurrent', ...proxies.map(csvLine)];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function csvLine({ protocol, host, port, username, owner, countryCode, maxConcurrent }: ListedProxy): string {
  return [protocol, host, port, username ?? '', owner ?? '', countryCode ?? '', maxConcurrent]
    .map((value) => quoted(String(value)))
    .join(',');
}

function quoted(value: string): string {
  return /[",\n\r#]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
