import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { addressOf } from '../../../domain/proxy-address.ts';
import { withApi } from '../../api/with-api.ts';
import { readProxies } from './read-proxies.ts';

export type ExportFormat = 'csv' | 'url';

/** Prints every proxy in a format that `import` reads, without passwords. */
export async function exportProxies(options: { format: ExportFormat }, command: Command): Promise<void> {
  const proxies = await withApi(command, readProxies);
  const lines =
    options.format === 'url'
      ? proxies.map(addressOf)
      : ['protocol,host,port,username,owner,country,max_concurrent', ...proxies.map(csvLine)];
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function csvLine(proxy: Schemas['Proxy']): string {
  const { protocol, host, port, username, owner, country_code: country, max_concurrent: most } = proxy;
  return [protocol, host, port, username ?? '', owner ?? '', country ?? '', most]
    .map((value) => quoted(String(value)))
    .join(',');
}

function quoted(value: string): string {
  return /[",\n\r#]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
