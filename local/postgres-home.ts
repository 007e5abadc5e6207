import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canReach, findPostgresUser, type PostgresUser } from './postgres-user.ts';

/** Tried in order if PostgreSQL's account cannot reach the requested folder. */
const SHARED_ROOTS = ['/var/lib/crawlchain', '/var/tmp/crawlchain-0'];
const LOCATION_FILE = 'cluster.location';

/** The folders and the account of one PostgreSQL server. */
export interface PostgresHome {
  /** The requested folder with password, log and lock; only for our own account. */
  dir: string;
  /** PostgreSQL's data directory: below `dir`, or below a shared root. */
  clusterDir: string;
  /** The account that runs PostgreSQL; null: our own. */
  user: PostgresUser | null;
}

/**
 * Decides where a cluster is stored. If we are root, PostgreSQL's account cannot use a folder below one that is closed to others
 * (such as a clone in root's home): the cluster is then stored below a shared root, and a file in the requested folder records
 * where. No permissions of existing folders are changed.
 */
export async function findPostgresHome(dataDir: string): Promise<PostgresHome> {
  const dir = resolve(dataDir);
  // Others may pass through a folder that we create, whatever the umask; its files are still for our account only.
  if ((await mkdir(dir, { recursive: true })) !== undefined) await chmod(dir, 0o711);
  const user = await findPostgresUser();
  const location = join(dir, LOCATION_FILE);
  const recorded = await readFile(location, 'utf8').catch(() => null);
  if (recorded !== null) {
    if (user) await findSharedRoot(user);
    return { dir, user, clusterDir: recorded.trim() };
  }
  const near = join(dir, 'cluster');
  if (user === null || (await canReach(user, near))) return { dir, user, clusterDir: near };
  const name = `cluster-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}-${randomUUID().slice(0, 8)}`;
  const clusterDir = join(await findSharedRoot(user), name);
  await writeFile(location, `${clusterDir}\n`);
  return { dir, user, clusterDir };
}

/** Returns the data directory of the server of a folder, whether or not the directory exists yet. */
export async function clusterDirOf(dir: string): Promise<string> {
  const recorded = await readFile(join(dir, LOCATION_FILE), 'utf8').catch(() => null);
  return recorded?.trim() ?? join(dir, 'cluster');
}

/** Finds a folder for clusters and copied programs that root owns and the user can reach. */
export async function findSharedRoot(user: PostgresUser): Promise<string> {
  for (const root of SHARED_ROOTS) {
    const made = await mkdir(root, { recursive: true, mode: 0o755 }).catch(() => null);
    const found = await lstat(root).catch(() => null);
    // In a world-writable folder, another user may have created it first.
    if (!found?.isDirectory() || found.uid !== 0) continue;
    if (typeof made === 'string') await chmod(root, 0o755);
    if (await canReach(user, join(root, 'cluster'))) return root;
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${user.name} can reach none of ${SHARED_ROOTS.join(', ')}. ` +
      'Run as an ordinary user, or set DATABASE_URL.',
  );
}

/** Creates a folder that only PostgreSQL's account can use. */
export async function makePrivateDir(path: string, user: PostgresUser | null): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
}

/** Deletes a stopped server's data, also if its cluster is stored elsewhere. */
export async function removePostgresData(dataDir: string): Promise<void> {
  const recorded = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch(() => null);
  if (recorded !== null) await rm(recorded.trim(), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
