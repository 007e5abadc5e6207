import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createImageFiles } from '../../../storage/image-files.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';

const DISK_BYTES = 256 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
const root = join(folder, 'disk');
const isMounted = mountSmallDisk();

// Needs root and a kernel that lets it mount; elsewhere there is no small disk to fill.
function mountSmallDisk(): boolean {
  mkdirSync(root);
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', root], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (isMounted) execFileSync('/bin/umount', [root]);
  rmSync(folder, { recursive: true });
});

const incompressible = () => randomBytes(150_000).toString('base64');

test.skipIf(!isMounted)(
  'a full disk (skipped where no small disk can be mounted) is StorageFull and leaves nothing',
  async () => {
    const files = createPayloadFiles({ root });
    const first = await files.write({ dispensaryId: 1, fetchedAt: new Date(0), document: incompressible() });
    const second = files.write({ dispensaryId: 2, fetchedAt: new Date(0), document: incompressible() });
    await expect(second).rejects.toMatchObject({ kind: 'StorageFull', evidence: { code: 'ENOSPC' } });
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
  },
);
