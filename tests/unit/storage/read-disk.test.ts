import { expect, test } from 'vitest';
import { describeDisk } from '../../../domain/disk.ts';
import { readDisk } from '../../../storage/read-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SIZES: [freeBytes: number, totalBytes: number, words: string][] = [
  [0, 10_000_000_000, '0 B free of 10 GB'],
  [999, 1_000, '999 B free of 1 kB'],
  [1_299_999, 262_144, '1.2 MB free of 262 kB'],
  [5e15, 2e18, '5 PB free of 2000 PB'],
];
test.each(SIZES)('%i of %i bytes', (freeBytes, totalBytes, text) => {
  const disk = { folder: '/data', free_bytes: freeBytes, total_bytes: totalBytes, has_free_files: true };
  expect(describeDisk(disk)).toBe(`/data has ${text}`);
});

test('of a folder that is not there yet, the space is that of the nearest one above it', async () => {
  const root = await temporaryFolder('free-space-');
  const disk = await readDisk(`${root}/a/b`);
  expect(disk).toMatchObject({ folder: root, has_free_files: true });
  expect(disk.total_bytes).toBeGreaterThanOrEqual(disk.free_bytes);
});
