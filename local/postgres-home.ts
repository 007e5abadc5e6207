import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canReach, findPostgresUser, type PostgresUser } from './postgres-user.ts';

/** Tried in turn when the account that runs PostgreSQL cannot reach the wished folder. */
const SHARED_ROOTS = ['/var/lib/crawlchain', '/var/tmp/crawlchain-0'];
const LOCATION_FILE = 'cluster.location';

/** Where one PostgreSQL server keeps its things, and who runs it. */
export interface PostgresHome {
  /** The wished folder: password, log and lock; ours alone. */
  dir: string;
  /** What PostgreSQL calls its data directory: below `dir`, or below a shared root. */
  clusterDir: string;
  /** The account that runs PostgreSQL; null: our own. */
  user: PostgresUser | null;
}

/**
 * Decides where a cluster lives. For root, a folder below one that others may not enter (such as a clone in root's home)
 * cannot be used by the account that runs PostgreSQL: the cluster then goes below a shared root, and a file in the wished
 * folder says where. Nobody's permissions are changed.
 */
export async function findPostgresHome(dataDir: string): Promise<PostgresHome> {
  const dir = resolve(dataDir);
  // A folder that we make ourselves may be entered, whatever the umask says; its files are still ours alone.
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

/** Where the cluster of a server's folder lives, whether it was made yet or not. */
export async function clusterDirOf(dir: string): Promise<string> {
  const recorded = await readFile(join(dir, LOCATION_FILE), 'utf8').catch(() => null);
  return recorded?.trim() ?? join(dir, 'cluster');
}

/** A folder that root owns and the user can reach, for clusters and copied programs. */
export async function findSharedRoot(user: PostgresUser): Promise<string> {
  for (const root of SHARED_ROOTS) {
    const made = await mkdir(root, { recursive: true, mode: 0o755 }).catch(() => null);
    const found = await lstat(root).catch(() => null);
    // In a folder where everybody may write, someone else may have been there first.
    if (!found?.isDirectory() || found.uid !== 0) continue;
    if (typeof made === 'string') await chmod(root, 0o755);
    if (await canReach(user, join(root, 'cluster'))) return root;
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${user.name} can reach none of ${SHARED_ROOTS.join(', ')}. ` +
      'Run as an ordinary user, or set DATABASE_URL.',
  );
}

/** Makes a folder that belongs to the account that runs PostgreSQL and to nobody else. */
export async function makePrivateDir(path: string, user: PostgresUser | null): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
}

/** Removes a stopped server's data, also when its cluster lives elsewhere. */
export async function removePostgresData(dataDir: string): Promise<void> {
  const recorded = await readFile(join(dataDir, LOCATION_FILE), 'utf8').catch(() => null);
  if (recorded !== null) await rm(recorded.trim(), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
