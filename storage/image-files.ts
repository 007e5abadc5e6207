import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { pathInside } from './path-inside.ts';
import { slugOf } from './slug.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The subject of a picture. */
export type ImageSubject =
  | {
      of: 'product';
      /** Null if the state is unknown. */
      stateCode: string | null;
      storeSlug: string;
      /** Null or empty becomes `unbranded`. */
      brandName: string | null;
      productId: string;
    }
  | { of: 'brand'; brandName: string };

export type ImageFiles = {
  /**
   * Stores a picture under a name made from its content. Keeps an existing file.
   * @returns the path relative to the root, with forward slashes
   * @throws CrawlError StorageFull; InvalidInput when the store or the product is blank; passes system errors on
   */
  save(subject: ImageSubject, webp: Buffer): Promise<string>;
  /**
   * Reads a stored picture. Null if it does not exist, for example because it is on another worker's disk, or if its content does
   * not match its name.
   * @throws CrawlError InvalidInput for a path outside the root
   */
  read(path: string): Promise<Buffer | null>;
  /** Deletes a picture; a missing one is no error. @throws CrawlError InvalidInput for a path outside the root. */
  remove(path: string): Promise<void>;
};

/** Creates access to the pictures of products and brands under a storage root. */
export function createImageFiles({ root }: { root: string }): ImageFiles {
  return {
    async save(subject, webp) {
      // If another picture has the same eight digits, or this picture's file is damaged, use the whole hash.
      for (const digits of HASH_DIGITS) {
        const path = imagePath(subject, webp, digits);
        const outcome = await writeFileAtomically(join(root, path), webp);
        if (outcome === 'written' || (await readFile(join(root, path))).equals(webp)) return path;
      }
      throw new Error(`Expected no other file under the SHA-256 of a picture of ${root}`);
    },
    async read(path) {
      const bytes = await readFile(await pathInside(root, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      const hash = /-([0-9a-f]+)\.webp$/.exec(basename(path))?.[1];
      return bytes !== null && hash !== undefined && sha256Of(bytes).startsWith(hash) ? bytes : null;
    },
    async remove(path) {
      await rm(await pathInside(root, path), { force: true });
    },
  };
}

const HASH_DIGITS = [8, 64] as const;

/**
 * Returns the path of a picture: images/products/<state>/<store>/<brand>/<product id>/image-<hash>.webp or
 * images/brands/<brand>/logo-<hash>.webp. The hash is the start of the content's SHA-256.
 */
export function imagePath(subject: ImageSubject, webp: Buffer, digits = 8): string {
  const hash = sha256Of(webp).slice(0, digits);
  const brand = slugOf(subject.brandName ?? '') || 'unbranded';
  if (subject.of === 'brand') return `images/brands/${brand}/logo-${hash}.webp`;
  const folders = [
    slugOf(subject.stateCode ?? '') || 'unknown',
    required('store', subject.storeSlug),
    brand,
    required('product', subject.productId),
  ];
  return `images/products/${folders.join('/')}/image-${hash}.webp`;
}

function required(what: string, text: string): string {
  const slug = slugOf(text);
  if (slug === '')
    throw new CrawlError('InvalidInput', `Expected a ${what} to file the picture under, got none`);
  return slug;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
