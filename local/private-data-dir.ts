import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names that only we create in a data folder. Temporary files have these names with a suffix after a dot. */
const OUR_ENTRIES = [
  'api.key',
  'api.url',
  'cluster',
  'lock',
  'logs',
  'ports.json',
  'postgres',
  'proxy-password.key',
  'sandbox',
  'storage',
  'temporal',
  'worker.env',
  'workflow-bundle.js',
];

/** Others may pass through, as PostgreSQL's account must, but not list or read. */
const PASS_THROUGH = 0o711;
const PRIVATE = 0o700;

/**
 * PostgreSQL's data directory, which keeps its permissions: PostgreSQL refuses to start if others can open it, or its own account
 * cannot.
 */
const CLUSTER = 'cluster';

export interface CloseOptions {
  /** Leaves `storage` as it is: it may be STORAGE_ROOT for workers of several users. */
  keepsStorage: boolean;
}

/** Creates a data folder if it does not exist. */
export async function makeDataDir(dataDir: string): Promise<void> {
  // `mkdir` would apply the umask to its mode.
  if ((await mkdir(dataDir, { recursive: true })) !== undefined) await chmod(dataDir, PASS_THROUGH);
}

/**
 * Closes a data folder to other users. Only removes permissions, and only from entries that we created: a folder with other
 * entries stays as it is, and so do those entries.
 */
export async function closeDataDir(dataDir: string, { keepsStorage }: CloseOptions): Promise<void> {
  const names = await readdir(dataDir);
  const ours = names.filter((name) =>
    OUR_ENTRIES.some((entry) => name === entry || name.startsWith(`${entry}.`)),
  );
  if (ours.length === names.length) await restrict(dataDir, PASS_THROUGH);
  for (const name of ours) {
    if (name === 'postgres') await closePostgresDir(join(dataDir, name));
    // The data folder of `npm run cluster`, which has a `postgres` of its own.
    else if (name === 'cluster') await restrict(join(dataDir, name), PASS_THROUGH);
    else if (name !== 'storage' || !keepsStorage) await restrict(join(dataDir, name), PRIVATE);
  }
}

async function closePostgresDir(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => []))
    if (name !== CLUSTER) await restrict(join(dir, name), PRIVATE);
  await restrict(dir, PASS_THROUGH);
}

/** Removes permissions from a file or folder of ours. Skips links, other users' files and what was just deleted. */
async function restrict(path: string, allowed: number): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === null) return;
  const isOurs = found.uid === process.getuid?.() && (found.isFile() || found.isDirectory());
  const mode = found.mode & 0o777;
  if (isOurs && (mode & ~allowed) !== 0) await chmod(path, mode & allowed).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
