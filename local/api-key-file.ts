import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file with the API key of a data folder's own API. */
export function apiKeyPath(dataDir: string): string {
  return join(dataDir, 'api.key');
}

/** Stores a key there, readable by its owner only. */
export async function writeApiKey(dataDir: string, key: string): Promise<void> {
  await writeFile(apiKeyPath(dataDir), `${key}\n`, { mode: 0o600 });
}

/** Reads the stored key; null: none, or it cannot be read. */
export async function readApiKey(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(apiKeyPath(dataDir), 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
