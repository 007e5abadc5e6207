import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { pathInside } from './path-inside.ts';
import { slugOf } from './slug.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export type ProductImage = {
  /** Null where the state is not known. */
  stateCode: string | null;
  storeSlug: string;
  /** Null or empty becomes `unbranded`. */
  brand: string | null;
  productId: string;
  webp: Buffer;
};

export type ImageFiles = {
  /**
   * Stores a picture under a name made of its content; one that is there already is kept.
   *
   * @returns the path relative to the root, with forward slashes.
   * @throws CrawlError StorageFull; InvalidInput without a store or product; any other error as the system gave it.
   */
  save(image: ProductImage): Promise<string>;
  /** Removes a picture; a missing one is no error. @throws CrawlError InvalidInput for a path outside the root. */
  remove(path: string): Promise<void>;
};

/** The product pictures under a storage root. */
export function createImageFiles({ root }: { root: string }): ImageFiles {
  return {
    async save(image) {
      const path = imagePath(image);
      await writeFileAtomically(join(root, path), image.webp);
      return path;
    },
    async remove(path) {
      await rm(await pathInside(root, path), { force: true });
    },
  };
}

/** images/products/<state>/<store>/<brand>/<product id>/image-<first 8 hex digits of the content's sha-256>.webp */
export function imagePath({ stateCode, storeSlug, brand, productId, webp }: ProductImage): string {
  const hash = createHash('sha256').update(webp).digest('hex').slice(0, 8);
  const state = slugOf(stateCode ?? '') || 'unknown';
  const folders = [
    state,
    required('store', storeSlug),
    slugOf(brand ?? '') || 'unbranded',
    required('product', productId),
  ];
  return `images/products/${folders.join('/')}/image-${hash}.webp`;
}

function required(what: string, text: string): string {
  const slug = slugOf(text);
  if (slug === '')
    throw new CrawlError('InvalidInput', `Expected a ${what} to file the picture under, got none`);
  return slug;
}
