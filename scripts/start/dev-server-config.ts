import { readFile } from 'node:fs/promises';

const FILE = new URL('../../temporal-config/dynamic-config/dev-server.json', import.meta.url);

/** Reads the dynamic configuration of development servers. */
export async function readDevServerConfig(): Promise<Record<string, unknown>> {
  const values = JSON.parse(await readFile(FILE, 'utf8')) as { key: string; value: unknown }[];
  return Object.fromEntries(values.map(({ key, value }) => [key, value]));
}
