import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../../storage/walk-files.ts';
import { startStorageSweep } from '../../temporal-client/crawl-control.ts';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';

/** A sweep removes no file that is so young that its write may be under way. */
const AGE_MS = 2 * 24 * 3_600_000;

/** Makes all files of a world old and has a worker sweep them: what is left over after that stays for ever. */
export async function sweepStorage({
  client,
  storageRoot,
}: Pick<CheckedWorld, 'client' | 'storageRoot'>): Promise<void> {
  const then = new Date(Date.now() - AGE_MS);
  for (const folder of ['payloads', 'images', 'jobs'])
    for await (const { path } of walkFiles(storageRoot, folder))
      await utimes(join(storageRoot, path), then, then);
  const { handle } = await startStorageSweep(client);
  // A sweep that nobody does would be waited for without end.
  await until('the sweep has ended', async () => (await handle.describe()).status.name !== 'RUNNING');
  await handle.result();
}
