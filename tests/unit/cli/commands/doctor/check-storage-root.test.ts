import { expect, test } from 'vitest';
import { judgeSpace } from '../../../../../cli/commands/doctor/check-storage-root.ts';

const MIB = 1024 * 1024;

const spaceOf = (freeMiB: number, hasFreeFiles = true) =>
  judgeSpace({
    folder: '/data/payloads',
    free_bytes: freeMiB * MIB,
    total_bytes: 10_000_000_000,
    has_free_files: hasFreeFiles,
  });

test('little free space is a warning, and none to speak of is broken; each names the folder and its disk', () => {
  expect(spaceOf(2_000)).toMatchObject({ state: 'ok', found: '/data/payloads has 2 GB free of 10 GB' });
  expect(spaceOf(1_023)).toMatchObject({ state: 'warning', found: '/data/payloads has 1 GB free of 10 GB' });
  expect(spaceOf(0)).toEqual({
    part: 'free space',
    state: 'broken',
    found:
      '/data/payloads has 0 B free of 10 GB: crawls fail as StorageFull, and are retried every half minute',
    mend: 'Free space on the disk of /data/payloads, or keep fewer payloads: PAYLOAD_RETENTION_DAYS and PAYLOAD_RETENTION_COUNT say which ones are removed.',
  });
  expect(spaceOf(63)).toMatchObject({ state: 'broken' });
});

test('a disk without room for another file is broken, however much of it is free', () => {
  expect(spaceOf(20_000, false)).toMatchObject({
    state: 'broken',
    found: expect.stringContaining(', and room for no more files (inodes)'),
  });
});
