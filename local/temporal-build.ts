import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withTicks } from './progress-ticks.ts';
import type { ObtainContext } from './temporal-download.ts';

const run = promisify(execFile);

const MODULE_DIR = fileURLToPath(new URL('../temporal-config/devserver/', import.meta.url));
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal';
const GO_VERSION_MIN = [1, 26] as const;

/** The build's name in the cache folder. It changes with the pinned modules, so an old build is never taken for a new one. */
export async function builtBinaryName(): Promise<string> {
  const [goMod, goSum] = await Promise.all(
    ['go.mod', 'go.sum'].map((name) => readFile(join(MODULE_DIR, name), 'utf8')),
  );
  const version = /github\.com\/temporalio\/cli (v\S+)/.exec(goMod ?? '')?.[1] ?? 'unknown';
  const digest = createHash('sha256').update(`${goMod}\n${goSum}`).digest('hex').slice(0, 12);
  return `temporal-cli-${version}-${digest}-${process.platform}-${process.arch}`;
}

/** Builds the command from the pinned modules, in a copy of their folder. The caller holds the cache folder's lock. */
export async function buildTemporal(context: ObtainContext): Promise<string> {
  const { cacheDir, onProgress } = context;
  const workDir = join(cacheDir, `build-${randomUUID().slice(0, 8)}`);
  await mkdir(workDir, { recursive: true });
  try {
    for (const name of ['go.mod', 'go.sum']) await cp(join(MODULE_DIR, name), join(workDir, name));
    await expectGo(workDir, context.env);
    await withTicks('Building the Temporal server with Go (once, 2 to 3 minutes)', onProgress, () =>
      runBuild(workDir, context),
    );
    const path = join(cacheDir, await builtBinaryName());
    await rename(join(workDir, 'temporal'), path);
    return path;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function expectGo(workDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  // Asked inside the module: there, Go may fetch the newer toolchain that the module wants.
  const found = await run('go', ['version'], { cwd: workDir, env: { ...env, GOWORK: 'off' } }).then(
    ({ stdout }) => stdout.trim(),
    (error: NodeJS.ErrnoException & { stderr?: string }) =>
      error.code === 'ENOENT'
        ? 'Go is not installed'
        : (error.stderr?.trim().split('\n').at(-1) ?? error.message),
  );
  if (isRecentGo(found)) return;
  throw new Error(
    `The Temporal server has to be built, which needs Go ${GO_VERSION_MIN.join('.')} or newer (${found}). Install Go ` +
      '(https://go.dev/dl), or set TEMPORAL_CLI_PATH to a temporal command, or TEMPORAL_ADDRESS to a running server.',
  );
}

/** Reads `go version go1.26.8 linux/amd64`. */
export function isRecentGo(words: string): boolean {
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(words) ?? []).map(Number);
  const [majorMin, minorMin] = GO_VERSION_MIN;
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

async function runBuild(workDir: string, { group, env, cacheDir }: ObtainContext): Promise<void> {
  const build = group.start({
    name: 'go build',
    command: 'go',
    // Without debug symbols the file is a sixth smaller; -trimpath keeps this machine's paths out of it.
    args: [
      'build',
      '-mod=readonly',
      '-trimpath',
      '-buildvcs=false',
      '-ldflags=-s -w',
      '-o',
      'temporal',
      PACKAGE,
    ],
    // Its SQLite is Go code, so no C compiler is needed.
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off' },
    cwd: workDir,
    logFile: join(cacheDir, 'build.log'),
    graceMs: 5_000,
  });
  const { code, error } = await build.exited;
  if (code !== 0) throw new Error(`go build failed. Its last lines:\n${build.logTail()}`, { cause: error });
}
