import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storageFailure } from '../../../storage/storage-failure.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

test('a full disk is StorageFull, with the folder that is there and its free space', async () => {
  const root = await temporaryFolder('storage-failure-');
  expect(await storageFailure(failure('ENOSPC'), join(root, '2026', '7.json.gz'))).toMatchObject({
    kind: 'StorageFull',
    message: expect.stringMatching(
      new RegExp(
        `^The disk is full, there is no room for 7\\.json\\.gz: ${root} has [\\d.]+ \\w+ free of [\\d.]+ \\w+`,
      ),
    ),
    evidence: { code: 'ENOSPC', folder: root, freeBytes: expect.any(Number) },
  });
});

test('a full quota is StorageFull, and says that it is the quota', async () => {
  const root = await temporaryFolder('storage-failure-');
  expect(await storageFailure(failure('EDQUOT'), join(root, '7.json.gz'))).toMatchObject({
    kind: 'StorageFull',
    message: expect.stringMatching(/^The quota of the user is full, /),
  });
});

test('any other error stays what it is', async () => {
  const error = failure('EACCES');
  expect(await storageFailure(error, '/nowhere/7.json.gz')).toBe(error);
});
