import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the command keeps the API key of a data folder's own API. */
export function apiKeyPath(dataDir: string): string {
  return join(dataDir, 'api.key');
}

/** Keeps a key there; nobody else may read it. */
export async function writeApiKey(dataDir: string, key: string): Promise<void> {
  await writeFile(apiKeyPath(dataDir), `${key}\n`, { mode: 0o600 });
}

/** The key that is kept there; null: none. */
export async function readApiKey(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(apiKeyPath(dataDir), 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
