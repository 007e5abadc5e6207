import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildGoModule } from '../local/go-module.ts';
import { createProcessGroup } from '../local/process-group.ts';
import { DEV_SERVER_MODULE } from '../local/temporal-binary.ts';
import { timeStart } from './time-start.ts';
import type { PeakMemory } from './sample-memory.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface FirstStart {
  /** The Go build of the Temporal server, alone. */
  goBuildSec: number;
  /** From `npm start` in a fresh clone to the first completed crawl. */
  firstCrawlSec: number;
}

/**
 * Measures the first `npm start` of a machine: a clone of the last commit without packages, and empty caches of npm, Go and
 * Crawlchain. Before it, the Go build alone, also with empty caches.
 * @param folder an empty folder
 */
export async function measureFirstStart(folder: string, peaks: PeakMemory): Promise<FirstStart> {
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', ROOT, clone]);
  const goBuildSec = await timeGoBuild(join(folder, 'alone'));
  const env = emptyCaches(join(folder, 'caches'));
  const { firstCrawlSec } = await timeStart(['--data-dir', join(folder, 'data')], peaks, { cwd: clone, env });
  return { goBuildSec, firstCrawlSec };
}

async function timeGoBuild(folder: string): Promise<number> {
  const cacheDir = join(folder, 'built');
  await mkdir(cacheDir, { recursive: true });
  const group = createProcessGroup();
  const startedAtMs = performance.now();
  try {
    const env = emptyCaches(folder);
    await buildGoModule(DEV_SERVER_MODULE, { group, env, cacheDir, onProgress: () => undefined });
  } finally {
    await group.stopAll();
  }
  return (performance.now() - startedAtMs) / 1000;
}

function emptyCaches(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    npm_config_cache: join(folder, 'npm'),
    GOCACHE: join(folder, 'go-build'),
    GOMODCACHE: join(folder, 'go-modules'),
    // Otherwise Go makes the modules read-only, and we could not delete them.
    GOFLAGS: '-modcacherw',
  };
}
