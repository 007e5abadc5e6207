import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../../storage/walk-files.ts';
import { startStorageSweep } from '../../temporal-client/crawl-control.ts';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';

/** Older than all files that a sweep spares because they may still be being written. */
const AGE_MS = 2 * 24 * 3_600_000;

/** Makes all files of a world look old, and has a worker sweep them. A file that is left over after that would stay forever. */
export async function sweepStorage({
  client,
  storageRoot,
}: Pick<CheckedWorld, 'client' | 'storageRoot'>): Promise<void> {
  const then = new Date(Date.now() - AGE_MS);
  for (const folder of ['payloads', 'images', 'jobs'])
    for await (const { path } of walkFiles(storageRoot, folder))
      await utimes(join(storageRoot, path), then, then);
  const { handle } = await startStorageSweep(client);
  // Polls, because `result` would wait forever if no worker runs the sweep.
  await until('the sweep has ended', async () => (await handle.describe()).status.name !== 'RUNNING');
  await handle.result();
}
