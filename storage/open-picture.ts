import sharp, { type Metadata, type Sharp } from 'sharp';
import { CrawlError } from '../domain/errors.ts';
import { otherFileIn } from './other-file-in.ts';

const PIXELS_MAX = 50_000_000;
/** Maximum memory of the decoded picture: 50 megapixels of four bytes. Sixteen-bit pictures reach the limit at half the pixels. */
const DECODED_BYTES_MAX = 200_000_000;
/** Only the first frame is ever shown, but finding the frames of an animation takes time. */
const FRAMES_MAX = 500;

export interface OpenPicture {
  /** The first frame, upright; decoded only when it is used. */
  image: Sharp;
  /** Upright size in pixels. */
  width: number;
  height: number;
}

/**
 * Reads the header of an untrusted picture, and prepares it for decoding.
 *
 * `failOn: 'error'` ignores warnings (real product photos have odd colour profiles and stray bytes) and still refuses damaged and
 * truncated files.
 * @throws CrawlError ContractBroken for anything but a single JPEG, PNG, WebP, GIF or AVIF of at most 50 megapixels, 200 MB
 * when decoded, and 500 frames, or if the file is also of another kind
 */
export async function openPicture(bytes: Buffer): Promise<OpenPicture> {
  guardSharp();
  const other = otherFileIn(bytes);
  if (other !== null) throw badPicture(bytes, `it is also ${other}`);
  const { image, metadata } = await readHead(bytes).catch((cause: unknown) => {
    throw badPicture(bytes, cause);
  });
  const tooLarge = excessOf(metadata);
  if (tooLarge !== null) throw badPicture(bytes, tooLarge);
  return { image: image.autoOrient(), ...metadata.autoOrient };
}

async function readHead(bytes: Buffer): Promise<{ image: Sharp; metadata: Metadata }> {
  const image = sharp(bytes, {
    limitInputPixels: PIXELS_MAX,
    animated: false,
    failOn: 'error',
    sequentialRead: true,
  });
  return { image, metadata: await image.metadata() };
}

/** Makes the error for a picture that cannot be decoded. @param cause the original error, or the reason in words */
export function badPicture(bytes: Buffer, cause: unknown): CrawlError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const detail = text.split('\n', 1)[0]?.slice(0, 120) ?? '';
  return new CrawlError('ContractBroken', `Expected a whole picture that can be converted: ${detail}`, {
    evidence: { fault: 'bad-picture', bytes: bytes.length, detail },
    cause,
  });
}

function excessOf({ width, height, channels, depth, pages = 1 }: Metadata): string | null {
  if (width * height > PIXELS_MAX) return `${width} × ${height} is more than 50 megapixels`;
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4;
  if (width * height * channels * sampleBytes > DECODED_BYTES_MAX)
    return `${width} × ${height} pixels of ${channels * sampleBytes} bytes are more than 200 MB`;
  return pages > FRAMES_MAX ? `${pages} frames are more than ${FRAMES_MAX}` : null;
}

let isGuarded = false;

// These settings apply to the whole process, so they are set once: only the decoders of the five formats, no pixel cache, and one
// thread per picture, because a process decodes several at a time.
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
