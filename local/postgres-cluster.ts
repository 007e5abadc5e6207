import { randomBytes, randomUUID } from 'node:crypto';
import { chown, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { endOldBackends } from './postgres-backends.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { makePrivateDir, type PostgresHome } from './postgres-home.ts';
import type { ProcessGroup } from './process-group.ts';
import { identifyProcess, isRunning, isZombie } from './process-identity.mjs';
import { waitForOldServer } from './server-process.ts';

export const SUPERUSER = 'postgres';

/** The database that is created on the server. */
export const DATABASE = 'crawlchain';

interface ClusterContext {
  home: PostgresHome;
  binaries: PostgresBinaries;
  group: ProcessGroup;
  durable: boolean;
  onProgress: (line: string) => void;
}

/** Creates a new cluster, or checks that an existing one can be started. @returns the superuser's password */
export async function prepareCluster(context: ClusterContext): Promise<string> {
  const { home, binaries } = context;
  const version = await readFile(join(home.clusterDir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return initializeCluster(context);
  if (Number(version) !== binaries.majorVersion) {
    throw new Error(
      `The database in ${home.clusterDir} was made by PostgreSQL ${version.trim()}, and this is PostgreSQL ` +
        `${binaries.majorVersion}. Move ${home.dir} away to begin anew, or dump it with the old version and restore it here.`,
    );
  }
  await endOldServer(context);
  return readPassword(home);
}

/** Creates a cluster in a temporary folder, then renames the folder, so that an interruption never leaves half a cluster. */
async function initializeCluster({
  home,
  binaries,
  group,
  durable,
  onProgress,
}: ClusterContext): Promise<string> {
  onProgress('Creating the database cluster (a few seconds, once)…');
  const [parent, name] = [dirname(home.clusterDir), basename(home.clusterDir)];
  await removeUnfinished(parent, `${name}.new-`);
  if (await stat(home.clusterDir).catch(() => null)) {
    throw new Error(
      `Expected a PostgreSQL cluster of this user, or nothing, in ${home.clusterDir}. Move the files that are there away.`,
    );
  }
  const password = randomBytes(18).toString('base64url');
  await writeFile(passwordPath(home.dir), `${password}\n`, { mode: 0o600 });
  const unfinished = join(parent, `${name}.new-${randomUUID().slice(0, 8)}`);
  const passwordForInitdb = `${unfinished}.password`;
  await makePrivateDir(unfinished, home.user);
  await writeFile(passwordForInitdb, `${password}\n`, { mode: 0o600 });
  if (home.user) await chown(passwordForInitdb, home.user.uid, home.user.gid);
  const initdb = group.start({
    name: 'initdb',
    command: binaries.initdb,
    args: [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordForInitdb}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The server then sorts by code point and knows every letter's case, the same on each machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
    env: postgresEnvironment(),
    cwd: '/',
    uid: home.user?.uid,
    gid: home.user?.gid,
    logFile: join(home.dir, 'initdb.log'),
  });
  const { code, error } = await initdb.exited;
  await rm(passwordForInitdb, { force: true });
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`initdb failed. Its last lines:\n${initdb.logTail()}`, { cause: error });
  }
  await rename(unfinished, home.clusterDir);
  return password;
}

async function removeUnfinished(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Waits for an old server to end. The caller holds the folder's lock, so a server that still runs has lost its owner. */
async function endOldServer({ home, onProgress }: ClusterContext): Promise<void> {
  const pidFile = join(home.clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  const old = identifyProcess(pid);
  if (pid > 0 && isRunning(old)) {
    // PostgreSQL would mistake any process of the same account with this number for its old server.
    if (!(await isServerOf(pid, home.clusterDir))) return rm(pidFile, { force: true });
    await waitForOldServer(old, { name: 'PostgreSQL', dir: home.clusterDir, onProgress });
  }
  const areGone = await endOldBackends(home.clusterDir);
  // PostgreSQL would mistake a zombie for a running server.
  if (areGone && isZombie(pid)) await rm(pidFile, { force: true });
}

/**
 * Whether a process is the server of a cluster: the server's working folder is its cluster. True if the working folder cannot be
 * read.
 */
async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === null || folder === (await realpath(clusterDir));
}

async function readPassword(home: PostgresHome): Promise<string> {
  const path = passwordPath(home.dir);
  const password = await readFile(path, 'utf8').catch(() => null);
  if (password) return password.trim();
  throw new Error(`The password of the database in ${home.clusterDir} is missing: expected it in ${path}.`);
}

/** Returns the path of the file with the superuser's password. @param dir the server's folder */
export function passwordPath(dir: string): string {
  return join(dir, 'password');
}

/** Returns our environment without variables that affect PostgreSQL: another server's port or folder, a language for messages. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(ours), LC_ALL: 'C' };
}
