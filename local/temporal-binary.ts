import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildGoModule, builtNames, type GoModule } from './go-module.ts';
import { obtainOnce, type ObtainContext } from './obtain-once.ts';
import type { ProcessGroup } from './process-group.ts';
import { downloadTemporal, downloadedBinaryName } from './temporal-download.ts';

const run = promisify(execFile);

/** The first server version with fair dispatch; an older one on PATH is skipped. */
const SERVER_VERSION_MIN = [1, 29] as const;
const VERSION_TIMEOUT_MS = 20_000;

/** The `temporal` command with its development server. */
export const DEV_SERVER_MODULE: GoModule<'temporal-cli'> = {
  dir: fileURLToPath(new URL('../temporal-config/devserver/', import.meta.url)),
  title: 'the Temporal server',
  versionOf: 'github.com/temporalio/cli',
  programs: { 'temporal-cli': 'github.com/temporalio/cli/cmd/temporal' },
  otherwise: 'set TEMPORAL_CLI_PATH to a temporal command, or TEMPORAL_ADDRESS to a running server',
};

export interface TemporalBinary {
  path: string;
  source: 'TEMPORAL_CLI_PATH' | 'PATH' | 'cache' | 'download' | 'build';
}

export interface TemporalBinaryOptions {
  env: NodeJS.ProcessEnv;
  /** Default: `defaultCacheDir(env)`. */
  cacheDir?: string | undefined;
  /** Runs a download or build, so that it ends with the group. Default: a group of its own. */
  group?: ProcessGroup | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

/**
 * Finds or obtains a `temporal` command, in this order: `TEMPORAL_CLI_PATH`, PATH, an earlier download or build, the SDK's
 * download, a Go build of the pinned modules. If several processes call this at once, one works and the others wait.
 */
export async function findTemporalBinary(options: TemporalBinaryOptions): Promise<TemporalBinary> {
  const { env, cacheDir = defaultCacheDir(env), onProgress = () => {} } = options;
  const named = await findNamed(env);
  if (named) return named;
  const onPath = await findOnPath(env, onProgress);
  if (onPath) return onPath;
  return obtainOnce(
    { title: DEV_SERVER_MODULE.title, env, cacheDir, group: options.group, onProgress },
    () => findCached(cacheDir),
    downloadOrBuild,
  );
}

/** Returns `$XDG_CACHE_HOME/crawlchain`; without that variable, `~/.cache/crawlchain`. */
export function defaultCacheDir(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'crawlchain');
}

async function findNamed(env: NodeJS.ProcessEnv): Promise<TemporalBinary | null> {
  const path = env.TEMPORAL_CLI_PATH;
  if (!path) return null;
  try {
    await readServerVersion(path);
  } catch (error) {
    throw new Error(
      `TEMPORAL_CLI_PATH names ${path}, which does not run as a temporal command: ${firstLine(error)}`,
      {
        cause: error,
      },
    );
  }
  return { path, source: 'TEMPORAL_CLI_PATH' };
}

async function findOnPath(
  env: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<TemporalBinary | null> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, 'temporal');
    if (!(await isExecutable(path))) continue;
    const version = await readServerVersion(path).catch(() => null);
    if (version && isRecent(version)) return { path, source: 'PATH' };
    onProgress(
      `Passing over ${path}: ${version ? `its server ${version.join('.')} is older than` : 'it does not say that it has server'} ` +
        `${SERVER_VERSION_MIN.join('.')}.`,
    );
  }
  return null;
}

async function findCached(cacheDir: string): Promise<TemporalBinary | null> {
  for (const name of [(await builtNames(DEV_SERVER_MODULE))['temporal-cli'], await downloadedBinaryName()]) {
    const path = join(cacheDir, name);
    if ((await isExecutable(path)) && (await readServerVersion(path).catch(() => null)))
      return { path, source: 'cache' };
  }
  return null;
}

async function downloadOrBuild(context: ObtainContext): Promise<TemporalBinary> {
  const download = await downloadTemporal(context);
  if ('path' in download) return { path: download.path, source: 'download' };
  context.onProgress(`The Temporal server could not be downloaded (${download.reason}).`);
  const built = await buildGoModule(DEV_SERVER_MODULE, context);
  return { path: built['temporal-cli'], source: 'build' };
}

/** Reads the version of a command's server; null if the command does not report it. */
async function readServerVersion(path: string): Promise<number[] | null> {
  const { stdout } = await run(path, ['--version'], { timeout: VERSION_TIMEOUT_MS });
  return parseServerVersion(stdout);
}

/** Parses `temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)`. */
export function parseServerVersion(text: string): number[] | null {
  const version = /Server (\d+)\.(\d+)\.(\d+)/.exec(text);
  return version ? version.slice(1, 4).map(Number) : null;
}

/** Whether a server of this version supports everything that is configured. */
export function isRecent([major = 0, minor = 0]: readonly number[]): boolean {
  const [majorMin, minorMin] = SERVER_VERSION_MIN;
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

/** Whether a file exists and is executable. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}
