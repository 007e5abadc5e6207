import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of the file with the key of a data folder's own API. */
export function apiKeyPath(dataDir: string): string {
  return join(dataDir, 'api.key');
}

/** Writes the API key to its file, which only the file's owner can read. */
export async function writeApiKey(dataDir: string, key: string): Promise<void> {
  await writeFile(apiKeyPath(dataDir), `${key}\n`, { mode: 0o600 });
}

/** Reads the API key from its file; null: there is no file, or we may not read it. */
export async function readApiKey(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(apiKeyPath(dataDir), 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
