import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * What the process of a job is kept from. `full`: in Linux namespaces of its own, it has no network and sees no files or processes but
 * the readable ones. `process`: it may use the network, and only Node keeps it from files.
 */
export type Isolation = 'full' | 'process';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

const ENTER_ROOT = fileURLToPath(new URL('enter-root.sh', import.meta.url));

/** What of Crawlchain a module may import. Not its `.env`, `.data` and keys. */
const OURS = ['node_modules', 'jobs', 'domain', 'package.json'].map((name) => join(PROJECT, name));

/** What Node itself needs. */
const SYSTEM = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/bin',
  '/usr/bin',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/dev/null',
  '/dev/urandom',
];

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);

/** The kernel kills the process with its worker, since a busy loop does not notice the end of the channel. */
const WITH_WORKER = SETPRIV === undefined ? [] : [SETPRIV, '--pdeathsig', 'KILL'];

/** Begins a command that runs in namespaces of its own, with an empty network. All its processes end with the first one. */
export const NEW_NAMESPACES =
  'unshare --user --map-root-user --net --ipc --uts --pid --mount --fork --kill-child'.split(' ');

/** For people whose machine does not let processes have namespaces. */
export const HOW_TO_ISOLATE =
  'It takes Linux with unshare and setpriv of util-linux, and the right to create user namespaces. To accept jobs that can use the network and end processes, set JOB_ISOLATION=process.';

interface NodeCommand {
  /** The absolute path of the module, without symbolic links. */
  module: string;
  /** Absolute paths of data and keys, which no process may read. */
  hidden: readonly string[];
  /** Arguments for Node, then the program. */
  args: string[];
}

/** Returns the command that runs Node with a module of job types. */
export function sandboxed(isolation: Isolation, { module, hidden, args }: NodeCommand): string[] {
  const readable = [...OURS, packageOf(module, [PROJECT, ...hidden])];
  const reads = isolation === 'full' ? ['*'] : readable;
  const permissions = ['--permission', ...reads.map((path) => `--allow-fs-read=${path}`)];
  const node = [process.execPath, ...permissions, ...args];
  const command =
    isolation === 'full' ? inNamespaces([...readable, process.execPath], [dirname(module), ...node]) : node;
  return [...WITH_WORKER, ...command];
}

function inNamespaces(paths: string[], command: string[]): string[] {
  return [...NEW_NAMESPACES, 'sh', ENTER_ROOT, ...SYSTEM, ...paths, '--', ...command];
}

/** Returns why this machine does not let processes have namespaces; null if it does. */
export function findSandboxFault(): Promise<string | null> {
  return findCommandFault(inNamespaces([], ['/', '/bin/true']));
}

/** Runs a command, and returns why it fails; null if it succeeds. */
export async function findCommandFault([file = '', ...args]: string[]): Promise<string | null> {
  try {
    await promisify(execFile)(file, args);
    return null;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return (stderr.trim() || message).split('\n').at(-1) ?? '';
  }
}

/** Returns a path without symbolic links; one that does not exist, as it is. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Returns the path of a module without symbolic links. @throws if it does not exist */
export function placeOfModule(path: string): string {
  return realpathSync(path);
}

/**
 * Returns what a module may read beside ours: its package, or its folder if it is in none. Where that holds what is hidden, it is the
 * file alone.
 */
function packageOf(module: string, hidden: readonly string[]): string {
  const holdsHidden = (folder: string): boolean =>
    hidden.some((path) => !relative(folder, realPath(path)).startsWith('..'));
  const folder = dirname(module);
  for (let at = folder; at !== dirname(at); at = dirname(at))
    if (existsSync(join(at, 'package.json')) && !holdsHidden(at)) return at;
  return holdsHidden(folder) ? module : folder;
}
