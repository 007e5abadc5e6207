import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createImageFiles } from '../../../storage/image-files.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { mountSmallDisk } from '../../../faults/world/small-disk.ts';
import { NO_SMALL_DISK } from '../../support/small-disk.ts';

const disk = mountSmallDisk(256 * 1024);
const root = disk?.root ?? '';

afterAll(() => disk?.unmount());

const incompressible = () => randomBytes(150_000).toString('base64');

test.skipIf(disk === null)(`a full disk (${NO_SMALL_DISK}) is StorageFull and leaves nothing`, async () => {
  const files = createPayloadFiles({ root });
  const first = await files.write({ dispensaryId: 1, fetchedAt: new Date(0), document: incompressible() });
  const second = files.write({ dispensaryId: 2, fetchedAt: new Date(0), document: incompressible() });
  await expect(second).rejects.toMatchObject({
    kind: 'StorageFull',
    evidence: { code: 'ENOSPC' },
    message: expect.stringMatching(
      /^The disk is full, there is no room for .+\.json.*: \S+\/payloads\/1970\/01\/01 has \d+ k?B free of 262 kB$/,
    ),
  });
  expect(await readdir(join(root, 'payloads/1970/01/01'))).toEqual([first.path.split('/').at(-1)]);
  expect(await files.read(first.path, first)).toHaveLength(200_000);

  const product = {
    of: 'product',
    stateCode: 'AZ',
    storeSlug: 's',
    brandName: null,
    productId: 'p',
  } as const;
  await expect(createImageFiles({ root }).save(product, randomBytes(200_000))).rejects.toMatchObject({
    kind: 'StorageFull',
  });

  await files.remove(first.path);
  const third = await files.write({ dispensaryId: 2, fetchedAt: new Date(0), document: incompressible() });
  expect(third.bytes).toBeGreaterThan(100_000);
});
