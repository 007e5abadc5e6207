import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImageFiles, imagePath } from '../../../storage/image-files.ts';

const webp = Buffer.from('RIFF....WEBP');
const image = {
  stateCode: 'AZ',
  storeSlug: 'Deeply-Rooted',
  brand: 'Alien Labs',
  productId: '507f1f77BCF8',
  webp,
};
const HASH = 'image-[0-9a-f]{8}\\.webp';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'images-'));
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

describe('imagePath', () => {
  test('is made of the state, store, brand, product and content', () => {
    expect(imagePath(image)).toMatch(
      new RegExp(`^images/products/az/deeply-rooted/alien-labs/507f1f77bcf8/${HASH}$`),
    );
    expect(imagePath({ ...image, webp: Buffer.from('other') })).not.toBe(imagePath(image));
  });

  test.each([null, '', '  '])('a brand of "%s" is unbranded, and no state is unknown', (brand) => {
    expect(imagePath({ ...image, brand, stateCode: brand })).toContain(
      'products/unknown/deeply-rooted/unbranded/',
    );
  });

  test('needs a store and a product', () => {
    for (const lacking of [{ storeSlug: '' }, { productId: ' ' }]) {
      expect(() => imagePath({ ...image, ...lacking })).toThrow(
        expect.objectContaining({ kind: 'InvalidInput' }),
      );
    }
  });

  test('any names stay inside the folder of pictures, six levels deep', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '../..', '/', '.', 'a/b', 'C:\\x', '\0'),
    );
    fc.assert(
      fc.property(fc.tuple(name, name, name, name), ([stateCode, store, brand, product]) => {
        const path = imagePath({ stateCode, storeSlug: `${store}s`, brand, productId: `${product}1`, webp });
        expect(path).toMatch(new RegExp(`^images/products(/[a-z0-9-]+){4}/${HASH}$`));
        expect(normalize(path)).toBe(path);
      }),
    );
  });
});

describe('createImageFiles', () => {
  test('saves once and keeps the file that is there', async () => {
    const files = createImageFiles({ root });
    const path = await files.save(image);
    const before = await stat(join(root, path));
    expect(await files.save(image)).toBe(path);
    expect((await stat(join(root, path))).ino).toBe(before.ino);
    expect(await readFile(join(root, path))).toEqual(webp);
    expect(await readdir(dirname(join(root, path)))).toHaveLength(1);
  });

  test('removes, and refuses a path outside', async () => {
    const files = createImageFiles({ root });
    const path = await files.save(image);
    await files.remove(path);
    await files.remove(path);
    await expect(stat(join(root, path))).rejects.toThrow('ENOENT');
    await expect(files.remove('../x')).rejects.toMatchObject({ kind: 'InvalidInput' });
  });
});
