import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createRandom } from '../world/random.ts';
import { isMissingImage } from '../world/plan-product.ts';
import type { Answer } from './answer.ts';
import { IMAGE_HOST } from './site.ts';

/** Serves pictures; each path always returns the same bytes. */
export interface ProductImages {
  answer(image: { host: string; path: string; etag: string | undefined }): Promise<Answer>;
}

interface Picture {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const JPEG_SIDES = [200, 320, 480, 640, 800, 1200, 1600] as const;
// Sides of PNGs in pixels. They are short, because noise makes PNGs large.
const PNG_SIDES = [200, 320, 480] as const;
const SWATCH = 24;

/** Creates a server of pictures at every address, except for pictures of generated products that are planned to be missing. */
export function createProductImages(): ProductImages {
  const cache = new Map<string, Promise<Picture>>();
  let cachedBytes = 0;
  const remember = (path: string) => {
    const picture = draw(path).then((drawn) => {
      cachedBytes += drawn.bytes.length;
      if (cachedBytes > CACHE_BYTES_MAX) {
        cache.clear();
        cachedBytes = 0;
      }
      return drawn;
    });
    cache.set(path, picture);
    return picture;
  };
  return {
    answer: async ({ host, path, etag }) => {
      if (host === IMAGE_HOST && isMissingImage(path))
        return { status: 404, contentType: 'application/xml', body: '<Error><Code>NoSuchKey</Code></Error>' };
      const picture = await (cache.get(path) ?? remember(path));
      const headers = { etag: picture.etag, 'cache-control': 'public, max-age=31536000' };
      if (etag === picture.etag) return { status: 304, contentType: picture.contentType, body: '', headers };
      return { status: 200, contentType: picture.contentType, body: picture.bytes, headers };
    },
  };
}

async function draw(path: string): Promise<Picture> {
  const random = createRandom('picture', path);
  const isPng = path.endsWith('.png') || (!path.endsWith('.jpg') && random.chance(0.25));
  const sides = isPng ? PNG_SIDES : JPEG_SIDES;
  const [width, height] = [random.pick(sides), random.pick(sides)];
  const tint = [random.whole(40, 215), random.whole(40, 215), random.whole(40, 215)];
  const pixels = Buffer.from(
    Array.from({ length: SWATCH * SWATCH * 3 }, (_, at) =>
      clampByte((tint[at % 3] ?? 0) + random.whole(-60, 60)),
    ),
  );
  // The picture is a small swatch of seeded noise, stretched: its pixels are reproducible and differ from those of other pictures.
  const image = sharp(pixels, { raw: { width: SWATCH, height: SWATCH, channels: 3 } }).resize(width, height, {
    fit: 'fill',
    kernel: 'cubic',
  });
  const bytes = await (isPng ? image.png({ compressionLevel: 3 }) : image.jpeg({ quality: 82 })).toBuffer();
  const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`;
  return { bytes, etag, contentType: isPng ? 'image/png' : 'image/jpeg' };
}

function clampByte(value: number): number {
  return Math.min(255, Math.max(0, value));
}
