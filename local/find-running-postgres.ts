import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterDirOf } from './postgres-home.ts';
import { DATABASE, passwordPath, SUPERUSER } from './postgres-cluster.ts';
import { isRunning } from './process-identity.mjs';

/**
 * Returns the URL of the PostgreSQL server that another process of ours runs in a folder; null: none runs.
 * @param dataDir the server's folder, as for `startPostgres`
 * @returns the URL with user and password: never log it
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const clusterDir = await clusterDirOf(dataDir);
  const status = await readText(join(clusterDir, 'postmaster.pid'));
  const password = await readText(passwordPath(dataDir));
  if (status === null || password === null) return null;
  // Line 1 of the file has the server's process id, line 4 its port.
  const [pid, , , port] = status.split('\n');
  if (!(Number(pid) > 0) || !isRunning({ pid: Number(pid), startTime: null })) return null;
  return `postgres://${SUPERUSER}:${password.trim()}@127.0.0.1:${Number(port)}/${DATABASE}`;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
