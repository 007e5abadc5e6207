import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../../storage/walk-files.ts';
import { startStorageSweep } from '../../temporal-client/crawl-control.ts';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';

/** Older than the files that a sweep spares because their write may be open. */
const AGE_MS = 2 * 24 * 3_600_000;

/** Ages all files of a world and has a worker sweep them: files left over after that would stay forever. */
export async function sweepStorage({
  client,
  storageRoot,
}: Pick<CheckedWorld, 'client' | 'storageRoot'>): Promise<void> {
  const then = new Date(Date.now() - AGE_MS);
  for (const folder of ['payloads', 'images', 'jobs'])
    for await (const { path } of walkFiles(storageRoot, folder))
      await utimes(join(storageRoot, path), then, then);
  const { handle } = await startStorageSweep(client);
  // Without a worker for the sweep, `result` would wait forever.
  await until('the sweep has ended', async () => (await handle.describe()).status.name !== 'RUNNING');
  await handle.result();
}
