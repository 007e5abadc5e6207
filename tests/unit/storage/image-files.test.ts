import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImageFiles, imagePath } from '../../../storage/image-files.ts';

const webp = Buffer.from('RIFF....WEBP');
const product = {
  of: 'product',
  stateCode: 'AZ',
  storeSlug: 'Deeply-Rooted',
  brandName: 'Alien Labs',
  productId: '507f1f77BCF8',
} as const;
const HASH = '[0-9a-f]{8}\\.webp';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'images-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

describe('imagePath', () => {
  test('of a product is made of the state, store, brand, product and content', () => {
    expect(imagePath(product, webp)).toMatch(
      new RegExp(`^images/products/az/deeply-rooted/alien-labs/507f1f77bcf8/image-${HASH}$`),
    );
    expect(imagePath(product, Buffer.from('other'))).not.toBe(imagePath(product, webp));
  });

  test('of a logo is made of the brand and content', () => {
    expect(imagePath({ of: 'brand', brandName: 'Alien Labs' }, webp)).toMatch(
      new RegExp(`^images/brands/alien-labs/logo-${HASH}$`),
    );
  });

  test.each([null, '', '  '])('a brand of "%s" is unbranded, and no state is unknown', (brandName) => {
    expect(imagePath({ ...product, brandName, stateCode: brandName }, webp)).toContain(
      'products/unknown/deeply-rooted/unbranded/',
    );
  });

  test('needs a store and a product', () => {
    for (const lacking of [{ storeSlug: '' }, { productId: ' ' }]) {
      expect(() => imagePath({ ...product, ...lacking }, webp)).toThrow(
        expect.objectContaining({ kind: 'InvalidInput' }),
      );
    }
  });

  test('any names stay inside the folder of pictures, and no part is a device', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '../..', '/', '.', 'a/b', 'C:\\x', '\0', 'CON', 'nul', 'com1', 'x'.repeat(500)),
    );
    const part = '(?!(?:con|prn|aux|nul|com\\d|lpt\\d)/)[a-z0-9-]{1,80}/';
    fc.assert(
      fc.property(fc.tuple(name, name, name, name), ([stateCode, store, brandName, id]) => {
        const path = imagePath(
          {
            of: 'product',
            stateCode,
            storeSlug: store.trim() || 's',
            brandName,
            productId: id.trim() || '1',
          },
          webp,
        );
        expect(path).toMatch(new RegExp(`^images/products/(?:${part}){4}image-${HASH}$`));
        expect(normalize(path)).toBe(path);
        const logo = imagePath({ of: 'brand', brandName }, webp);
        expect(logo).toMatch(new RegExp(`^images/brands/${part}logo-${HASH}$`));
      }),
    );
  });
});

describe('createImageFiles', () => {
  test('saves once and keeps the file that is there', async () => {
    const files = createImageFiles({ root });
    const path = await files.save(product, webp);
    const before = await stat(join(root, path));
    expect(await files.save(product, webp)).toBe(path);
    expect((await stat(join(root, path))).ino).toBe(before.ino);
    expect(await files.read(path)).toEqual(webp);
    expect(await readdir(dirname(join(root, path)))).toHaveLength(1);
  });

  test('names that are filed alike keep their pictures apart', async () => {
    const files = createImageFiles({ root });
    const paths = [
      await files.save({ ...product, brandName: 'Alien Labs' }, webp),
      await files.save({ ...product, brandName: 'alien/labs' }, Buffer.from('another')),
    ];
    expect(dirname(paths[0] ?? '')).toBe(dirname(paths[1] ?? ''));
    expect(await Promise.all(paths.map((path) => files.read(path)))).toEqual([webp, Buffer.from('another')]);
  });

  test('a name that another content has taken, or a damaged one, is passed over for the whole hash', async () => {
    const files = createImageFiles({ root });
    const taken = imagePath(product, webp);
    await mkdir(dirname(join(root, taken)), { recursive: true });
    await writeFile(join(root, taken), 'torn');
    const path = await files.save(product, webp);
    expect(path).toMatch(/image-[0-9a-f]{64}\.webp$/);
    expect(await files.save(product, webp)).toBe(path);
    expect([await files.read(path), await files.read(taken)]).toEqual([webp, null]);
  });

  test('reads nothing where nothing is, and what is not what its name says', async () => {
    const files = createImageFiles({ root });
    const path = await files.save(product, webp);
    expect(await files.read(`${path}x`)).toBeNull();
    await writeFile(join(root, path), 'other bytes');
    expect(await files.read(path)).toBeNull();
    await expect(files.read('../x')).rejects.toMatchObject({ kind: 'InvalidInput' });
  });

  test('removes, and refuses a path outside', async () => {
    const files = createImageFiles({ root });
    const path = await files.save(product, webp);
    await files.remove(path);
    await files.remove(path);
    await expect(stat(join(root, path))).rejects.toThrow('ENOENT');
    await expect(files.remove('../x')).rejects.toMatchObject({ kind: 'InvalidInput' });
  });
});
