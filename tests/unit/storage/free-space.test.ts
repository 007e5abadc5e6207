import { expect, test } from 'vitest';
import { describeDiskSpace, readDiskSpace } from '../../../storage/free-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SIZES: [freeBytes: number, totalBytes: number, words: string][] = [
  [0, 10_000_000_000, '0 B free of 10 GB'],
  [999, 1_000, '999 B free of 1 kB'],
  [1_299_999, 262_144, '1.2 MB free of 262 kB'],
  [5e15, 2e18, '5 PB free of 2000 PB'],
];
test.each(SIZES)('%i of %i bytes', (freeBytes, totalBytes, text) => {
  const space = { folder: '/data', freeBytes, totalBytes, hasFreeFiles: true };
  expect(describeDiskSpace(space)).toBe(`/data has ${text}`);
});

test('of a folder that is not there yet, the space is that of the nearest one above it', async () => {
  const root = await temporaryFolder('free-space-');
  const space = await readDiskSpace(`${root}/a/b`);
  expect(space).toMatchObject({ folder: root, hasFreeFiles: true });
  expect(space.totalBytes).toBeGreaterThanOrEqual(space.freeBytes);
});
