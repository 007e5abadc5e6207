import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { ObtainContext } from './obtain-once.ts';
import { withTicks } from './progress-ticks.ts';

const run = promisify(execFile);

const GO_VERSION_MIN = [1, 26] as const;

/** Programs built from a folder whose go.mod and go.sum pin them. */
export interface GoModule<Program extends string> {
  /** Contains go.mod and go.sum. */
  dir: string;
  /** The name of the programs in messages. */
  title: string;
  /** The module whose version in go.mod becomes part of the builds' names. */
  versionOf: string;
  /** From a program's name in the cache folder to its Go package. */
  programs: Readonly<Record<Program, string>>;
  /** The alternative without Go, as the end of a sentence. */
  otherwise: string;
}

/**
 * Returns the programs' names in the cache folder. The names change with the pinned modules, so that an old build is never
 * mistaken for a new one.
 */
export async function builtNames<Program extends string>(
  module: GoModule<Program>,
): Promise<Record<Program, string>> {
  const [goMod, goSum] = await Promise.all(
    ['go.mod', 'go.sum'].map((name) => readFile(join(module.dir, name), 'utf8')),
  );
  const version =
    goMod
      ?.split('\n')
      .map((line) => line.trim().split(' '))
      .find(([path, word]) => path === module.versionOf && word?.startsWith('v'))?.[1] ?? 'unknown';
  const digest = createHash('sha256').update(`${goMod}\n${goSum}`).digest('hex').slice(0, 12);
  const named = programsOf(module).map(([name]) => [
    name,
    `${name}-${version}-${digest}-${process.platform}-${process.arch}`,
  ]);
  return Object.fromEntries(named) as Record<Program, string>;
}

/**
 * Builds the programs from the pinned modules, in a copy of their folder. The caller holds the cache folder's lock.
 * @returns each program's path
 */
export async function buildGoModule<Program extends string>(
  module: GoModule<Program>,
  context: ObtainContext,
): Promise<Record<Program, string>> {
  const { cacheDir, onProgress } = context;
  const workDir = join(cacheDir, `build-${randomUUID().slice(0, 8)}`);
  await mkdir(workDir, { recursive: true });
  try {
    for (const name of ['go.mod', 'go.sum']) await cp(join(module.dir, name), join(workDir, name));
    await expectGo(module, { workDir, env: context.env });
    await withTicks(`Building ${module.title} with Go (once, 2 to 3 minutes)`, onProgress, () =>
      runBuild(Object.values(module.programs), { ...context, workDir }),
    );
    const names = await builtNames(module);
    const paths = { ...names };
    for (const [name, path] of programsOf(module)) {
      paths[name] = join(cacheDir, names[name]);
      await rename(join(workDir, 'built', basename(path)), paths[name]);
    }
    return paths;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function programsOf<Program extends string>(module: GoModule<Program>): [Program, string][] {
  return Object.entries(module.programs) as [Program, string][];
}

async function expectGo(
  { title, otherwise }: Pick<GoModule<string>, 'title' | 'otherwise'>,
  { workDir, env }: { workDir: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  // Run inside the module: there, Go may download the newer toolchain that the module requires.
  const found = await run('go', ['version'], { cwd: workDir, env: { ...env, GOWORK: 'off' } }).then(
    ({ stdout }) => stdout.trim(),
    (error: NodeJS.ErrnoException & { stderr?: string }) =>
      error.code === 'ENOENT'
        ? 'Go is not installed'
        : (error.stderr?.trim().split('\n').at(-1) ?? error.message),
  );
  if (isRecentGo(found)) return;
  throw new Error(
    `${title.charAt(0).toUpperCase()}${title.slice(1)} has to be built, which needs Go ${GO_VERSION_MIN.join('.')} or ` +
      `newer (${found}). Install Go (https://go.dev/dl), or ${otherwise}.`,
  );
}

/** Parses `go version go1.26.8 linux/amd64`, and checks the version. */
export function isRecentGo(text: string): boolean {
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(text) ?? []).map(Number);
  const [majorMin, minorMin] = GO_VERSION_MIN;
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

async function runBuild(
  packages: string[],
  { group, env, cacheDir, workDir }: ObtainContext & { workDir: string },
): Promise<void> {
  await mkdir(join(workDir, 'built'));
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
      // A folder: each program is named after the last part of its package's path.
      '-o',
      'built/',
      ...packages,
    ],
    // The programs' SQLite is Go code, so no C compiler is needed.
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off' },
    cwd: workDir,
    logFile: join(cacheDir, 'build.log'),
    graceMs: 5_000,
  });
  const { code, error } = await build.exited;
  if (code !== 0) throw new Error(`go build failed. Its last lines:\n${build.logTail()}`, { cause: error });
}
