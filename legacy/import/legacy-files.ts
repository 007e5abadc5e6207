import { createHash } from 'node:crypto';
import { lstat, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CrawlError } from '../../domain/errors.ts';
import { pathInside } from '../../storage/path-inside.ts';

const gunzipBytes = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

const BYTES_MAX = 200_000_000;

/**
 * Finds the file that a row names, below the folder that has the payloads now. The row's path may begin with their old folder, so
 * the end of the path is decisive: year, month, day and name.
 * @returns null when there is none
 */
export async function findLegacyFile(folder: string, storagePath: string): Promise<string | null> {
  const path = storagePath.replaceAll('\\', '/').replace(/^[./]+/, '');
  const day = /\d{4}\/\d{1,2}\/\d{1,2}\/[^/]+$/.exec(path)?.[0];
  const places = [path, ...(day === undefined ? [] : [day, `payloads/${day}`]), basename(path)];
  for (const place of places.flatMap((one) => [one, packedOrNot(one)])) {
    // A path that leads outside the folder is ignored.
    const absolute = await pathInside(folder, place).catch(() => null);
    const found = absolute === null ? null : await lstat(absolute).catch(() => null);
    if (absolute !== null && found?.isFile() === true) return absolute;
  }
  return null;
}

/** Adds or removes `.gz`: files may have been compressed or decompressed without an update of the rows that name them. */
function packedOrNot(path: string): string {
  return path.endsWith('.gz') ? path.slice(0, -'.gz'.length) : `${path}.gz`;
}

interface Expected {
  /** The checksum of the file or of the JSON in it, in hex; null when the row has none. */
  checksum: string | null;
  /** Returns the products in a platform's response; null if it has none. */
  productsOf: (body: unknown) => readonly unknown[] | null;
  origin: { dispensaryId: number; platform: string; platformId: string | null; fetchedAt: string };
}

/**
 * Reads a payload: a document with a list `products` stays byte for byte the same; a bare list, or a response of the platform, is
 * wrapped in a document like ours.
 * @throws CrawlError CorruptPayload
 */
export async function readLegacyPayload(
  file: string,
  { checksum, productsOf, origin }: Expected,
): Promise<{ document: unknown; productCount: number }> {
  const { size } = await stat(file);
  if (size > BYTES_MAX) throw new CrawlError('CorruptPayload', `its file has more than ${BYTES_MAX} bytes`);
  const bytes = await readFile(file);
  const raw = isGzip(bytes) ? await decompress(bytes) : bytes;
  const sums = [bytes, raw].map((part) => createHash('sha256').update(part).digest('hex'));
  const isSha256 = checksum !== null && /^[0-9a-f]{64}$/i.test(checksum);
  if (isSha256 && !sums.includes(checksum.toLowerCase()))
    throw new CrawlError('CorruptPayload', 'the checksum of its file is not the one in its row');
  const body = parse(raw);
  const { products } = (body ?? {}) as { products?: unknown };
  if (Array.isArray(products)) return { document: raw, productCount: products.length };
  const list = Array.isArray(body) ? body : productsOf(body);
  if (list === null) throw new CrawlError('CorruptPayload', 'its file contains no list of products');
  const { platform, platformId, dispensaryId, fetchedAt } = origin;
  const about = { platform, platformDispensaryId: platformId, dispensaryId, fetchedAt };
  return {
    document: { ...about, pages: 1, totalCount: list.length, products: list },
    productCount: list.length,
  };
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function decompress(bytes: Buffer): Promise<Buffer> {
  try {
    return await gunzipBytes(bytes, { maxOutputLength: BYTES_MAX });
  } catch (cause) {
    throw new CrawlError('CorruptPayload', 'its file cannot be decompressed', { cause });
  }
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch (cause) {
    throw new CrawlError('CorruptPayload', 'its file is not JSON', { cause });
  }
}
