import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { CrawlError } from '../domain/errors.ts';
import { DECODE_SLOTS, decodeSlots } from './decode-slots.ts';
import { createImageCache } from './image-cache.ts';
import { pathInside } from './path-inside.ts';
import { renderPicture } from './render-picture.ts';
import type { ResizeParameters } from './resize-parameters.ts';
import { createSharedWork, type WorkCaller } from './shared-work.ts';

interface ResizedImage {
  bytes: Buffer;
  contentType: `image/${ResizeParameters['format']}`;
}

export interface ImageResizer {
  /**
   * Renders a stored picture with the parameters, or returns it from the cache.
   * @param path relative to `<root>/images`, such as products/az/store/brand/id/image-0123abcd.webp
   * @throws CrawlError InvalidInput for a path that leads elsewhere; NotFound; ContractBroken for a file that is no valid
   * picture; RateLimited with `retryAfterMs` when too many requests wait
   */
  resize(path: string, parameters: ResizeParameters, caller?: WorkCaller): Promise<ResizedImage>;
}

export interface ImageResizerOptions {
  /** STORAGE_ROOT; the cache is in `cache/images` below it. */
  root: string;
  /** 0 disables the cache. */
  cacheBytesMax?: number;
  /** Maximum number of waiting pictures. */
  waitingMax?: number;
  /** Maximum number of waiting pictures per client. */
  waitingPerClientMax?: number;
}

const CACHE_BYTES_MAX = 2_000_000_000;
const WAITING_MAX = 100;
/** A browser page requests six pictures at once, and several people may share an address. */
const WAITING_PER_CLIENT_MAX = 25;
/** How many cached pictures are read at once. Limited, since each read holds a whole picture in memory. */
const READS_AT_ONCE = 8;
/** A larger file is refused: stored pictures come from `convertToWebp` and are far smaller. */
const STORED_BYTES_MAX = 100_000_000;
/** Part of each cache key: change it with the rendering, so that old entries are no longer found. */
const RENDERING_VERSION = 2;

/** Creates a resizer for the pictures under a storage root. */
export function createImageResizer(options: ImageResizerOptions): ImageResizer {
  const { root, cacheBytesMax = CACHE_BYTES_MAX } = options;
  const images = join(root, 'images');
  const cache = createImageCache({ folder: join(root, 'cache', 'images'), bytesMax: cacheBytesMax });
  const reads = pLimit(READS_AT_ONCE);
  const renderings = createSharedWork<Buffer>({
    running: DECODE_SLOTS,
    waiting: options.waitingMax ?? WAITING_MAX,
    waitingPerClient: options.waitingPerClientMax ?? WAITING_PER_CLIENT_MAX,
  });

  async function render(source: Source, key: string, parameters: ResizeParameters): Promise<Buffer> {
    // Renderings share the decode slots of this process with the conversion of downloaded pictures.
    const bytes = await decodeSlots(async () => renderPicture(await readSource(source), parameters));
    // Ignore a failed cache write: the picture is just rendered again next time.
    await cache.write(key, bytes).catch(() => undefined);
    return bytes;
  }

  return {
    async resize(path, parameters, caller) {
      const source = await findSource(images, path);
      const key = keyOf(source, parameters);
      const bytes =
        (await reads(() => cache.read(key))) ??
        (await renderings.get(key, () => render(source, key, parameters), caller));
      return { bytes, contentType: `image/${parameters.format}` };
    },
  };
}

interface Source {
  path: string;
  absolute: string;
  /** Size and modification time of the file, which change with its content. */
  version: string;
}

async function findSource(images: string, path: string): Promise<Source> {
  const absolute = await pathInside(images, path);
  // Names of unfinished files begin with a dot.
  if (!path.endsWith('.webp') || path.split('/').some((part) => part.startsWith('.')))
    throw new CrawlError(
      'InvalidInput',
      `Expected the path of a stored .webp picture, got "${path.slice(0, 120)}"`,
    );
  const file = await openStored(absolute, path);
  try {
    const { size, mtimeMs } = await file.stat();
    return { path, absolute, version: `${size}/${mtimeMs}` };
  } finally {
    await file.close();
  }
}

async function readSource({ path, absolute }: Source): Promise<Buffer> {
  const file = await openStored(absolute, path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function openStored(absolute: string, path: string): ReturnType<typeof open> {
  const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (cause: NodeJS.ErrnoException) => {
      const isAbsent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'].includes(cause.code ?? '');
      throw isAbsent ? notFound(path, cause) : cause;
    },
  );
  const stored = await file.stat();
  if (stored.isFile() && stored.size <= STORED_BYTES_MAX) return file;
  await file.close();
  if (!stored.isFile()) throw notFound(path);
  throw new CrawlError(
    'ContractBroken',
    `Expected a picture of at most ${STORED_BYTES_MAX} bytes, ${path} has ${stored.size}`,
  );
}

function notFound(path: string, cause?: unknown): CrawlError {
  return new CrawlError('NotFound', `There is no picture ${path}`, { cause });
}

function keyOf({ path, version }: Source, parameters: ResizeParameters): string {
  const { width, height, quality, fit, blur, gray, format } = parameters;
  const parts = [RENDERING_VERSION, path, version, width, height, quality, fit, blur, gray, format];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
