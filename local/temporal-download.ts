import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ObtainContext } from './obtain-once.ts';
import { withTicks } from './progress-ticks.ts';

const DOWNLOAD_PROGRAM = fileURLToPath(new URL('download-temporal.mjs', import.meta.url));
/** Detects a host that does not answer; a slow download continues as long as bytes arrive. */
const STALL_MS_MAX = 20_000;
const STALL_POLL_MS = 500;

/** Returns the download's name in the cache folder. */
export async function downloadedBinaryName(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@temporalio/testing/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return `temporal-sdk-${version}-${process.platform}-${process.arch}`;
}

/**
 * Makes the SDK download the command that it was tested with. Often fails, since many machines cannot reach the download's host.
 */
export async function downloadTemporal(
  context: ObtainContext,
): Promise<{ path: string } | { reason: string }> {
  const folder = join(context.cacheDir, `download-${randomUUID().slice(0, 8)}`);
  await mkdir(folder, { recursive: true });
  try {
    const reason = await withTicks('Downloading the Temporal server (once)', context.onProgress, () =>
      runDownload(folder, context),
    );
    if (reason !== null) return { reason };
    const [name, ...others] = await readdir(folder);
    if (name === undefined || others.length > 0) return { reason: 'the download left no single file' };
    const path = join(context.cacheDir, await downloadedBinaryName());
    await rename(join(folder, name), path);
    return { path };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the reason for a failure, or null on success. */
async function runDownload(folder: string, { group, env, cacheDir }: ObtainContext): Promise<string | null> {
  const download = group.start({
    name: 'download of the Temporal server',
    command: process.execPath,
    args: [DOWNLOAD_PROGRAM, folder],
    env,
    logFile: join(cacheDir, 'download.log'),
    graceMs: 2_000,
  });
  let stalled = false;
  let bytesSeen = -1;
  let grownAtMs = Date.now();
  async function stopWhenStalled(): Promise<void> {
    const bytes = await folderBytes(folder);
    if (bytes !== bytesSeen) grownAtMs = Date.now();
    bytesSeen = bytes;
    if (Date.now() - grownAtMs < STALL_MS_MAX) return;
    stalled = true;
    await download.stop();
  }
  const timer = setInterval(() => void stopWhenStalled(), STALL_POLL_MS);
  const { code } = await download.exited;
  clearInterval(timer);
  if (stalled) return `nothing arrived for ${STALL_MS_MAX / 1000} s`;
  return code === 0 ? null : summarizeFailure(download.logTail());
}

/** Returns the cause of a failed download: the last part of the SDK's chain of messages. */
export function summarizeFailure(log: string): string {
  const failure = log.split('\n').find((line) => line.includes('Error: '));
  return (
    failure
      ?.split(': ')
      .at(-1)
      ?.replace(/[\]'}]+$/, '') ?? 'see download.log in the cache folder'
  );
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
