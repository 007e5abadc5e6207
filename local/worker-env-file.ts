import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the environment of a worker to `worker.env` in the data folder, for a shell to read (`. .data/worker.env`): others
 * can then be started beside it, and programs find its servers. It holds the database's password, so nobody else may
 * read it.
 */
export async function writeWorkerEnv(dataDir: string, environment: Record<string, string>): Promise<void> {
  const path = pathIn(dataDir);
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** What `writeWorkerEnv` wrote last to the data folder; null: it never did, or for somebody else, or there is no such folder. */
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

/** What a shell reads for a quote within quotes: the quotes end, a quote of its own, and they begin again. */
const QUOTE = String.raw`'\''`;

/** One word of a shell, whatever is in it. */
function quote(value: string): string {
  return `'${value.replaceAll("'", QUOTE)}'`;
}

/** The value of what stands between the outer quotes. */
function unquote(text: string): string {
  return text.replaceAll(QUOTE, "'");
}
