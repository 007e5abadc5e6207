import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the environment of a worker to `worker.env` in the data folder, for a shell to read (`. .data/worker.env`): others
 * can then be started beside it, and programs find its servers. It holds the database's password, so nobody else may
 * read it.
 */
export async function writeWorkerEnv(dataDir: string, environment: Record<string, string>): Promise<void> {
  const path = join(dataDir, 'worker.env');
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** One word of a shell, whatever is in it. */
function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
