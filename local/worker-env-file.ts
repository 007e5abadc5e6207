import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a worker's environment to `worker.env` in the data folder, for a shell to read (`. .data/worker.env`): it can then start
 * further workers, and programs that find the same servers. The file contains the database's password, so only its owner may read
 * it.
 */
export async function writeWorkerEnv(dataDir: string, environment: Record<string, string>): Promise<void> {
  const path = pathIn(dataDir);
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Reads what `writeWorkerEnv` last wrote to the data folder; null: the file does not exist or cannot be read. */
export async function readWorkerEnv(dataDir: string): Promise<Record<string, string> | null> {
  try {
    const text = await readFile(pathIn(dataDir), 'utf8');
    const lines = text.matchAll(/^export (\w+)='((?:[^']|'\\'')*)'$/gm);
    return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, unquote(value)]));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'worker.env');
}

/** How a shell writes a quote within quotes: end the quotes, add a quoted quote, and begin again. */
const QUOTE = String.raw`'\''`;

/** Quotes any text as one word of a shell. */
function quote(value: string): string {
  return `'${value.replaceAll("'", QUOTE)}'`;
}

/** Decodes the text between the outer quotes. */
function unquote(text: string): string {
  return text.replaceAll(QUOTE, "'");
}
