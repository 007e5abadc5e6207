import sharp from 'sharp';
import { CrawlError } from '../domain/errors.ts';

const INPUT_PIXELS_MAX = 50_000_000;
const CONVERT_TIMEOUT_SECONDS = 10;
const WEBP_QUALITY = 80;

export type WebpImage = { webp: Buffer; width: number; height: number };

/**
 * Converts a downloaded picture to WebP: full resolution, upright by its EXIF mark, without metadata, first frame only.
 *
 * `failOn: 'error'` lets warnings pass (real product photos carry odd colour profiles and stray bytes) and still
 * refuses damaged and truncated files.
 * @throws CrawlError ContractBroken for anything that is not a whole JPEG, PNG, WebP, GIF or AVIF of at most 50
 *   megapixels, or that takes longer than 10 s.
 */
export async function convertToWebp(bytes: Buffer): Promise<WebpImage> {
  guardSharp();
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: INPUT_PIXELS_MAX,
      animated: false,
      failOn: 'error',
      sequentialRead: true,
    })
      .autoOrient()
      .webp({ quality: WEBP_QUALITY })
      .timeout({ seconds: CONVERT_TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { webp: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new CrawlError('ContractBroken', 'Expected a whole picture that can be converted', {
      evidence: { fault: 'bad-picture', bytes: bytes.length, detail: firstLine(cause) },
      cause,
    });
  }
}

let isGuarded = false;

// Settings of the whole process, so they are made once: no decoder but those of the five formats, no cache of
// pixels, and one thread a picture, because the worker runs several at a time.
function guardSharp(): void {
  if (isGuarded) return;
  isGuarded = true;
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.slice(0, 120) ?? '';
}
