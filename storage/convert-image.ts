import { badPicture, openPicture } from './open-picture.ts';
import { decodeSlots, withDecodeMemory } from './decode-slots.ts';

/** The largest accepted picture takes ten seconds on an idle core, longer on a busy one. */
const CONVERT_TIMEOUT_SECONDS = 30;
const WEBP_QUALITY = 80;
/** Memory per pixel for the decoded and the encoded picture: the largest picture, of 50 megapixels, takes 400 MB. */
const BYTES_A_PIXEL = 8;
/** WebP's limit for either side. */
const WEBP_SIDE_MAX = 16_383;

export type WebpImage = { webp: Buffer; width: number; height: number };

/**
 * Converts a downloaded picture to WebP: full resolution, rotated by its EXIF orientation, without metadata, first frame only.
 * @throws CrawlError ContractBroken for what `openPicture` refuses, for a side of more than 16,383 pixels, and after 30 s
 */
export async function convertToWebp(bytes: Buffer): Promise<WebpImage> {
  return decodeSlots(async () => {
    const { image, width, height } = await openPicture(bytes);
    if (Math.max(width, height) > WEBP_SIDE_MAX)
      throw badPicture(bytes, `a side of ${width} × ${height} is more than ${WEBP_SIDE_MAX} pixels`);
    try {
      const { data, info } = await withDecodeMemory(width * height * BYTES_A_PIXEL, () =>
        image
          .webp({ quality: WEBP_QUALITY })
          .timeout({ seconds: CONVERT_TIMEOUT_SECONDS })
          .toBuffer({ resolveWithObject: true }),
      );
      return { webp: data, width: info.width, height: info.height };
    } catch (cause) {
      throw badPicture(bytes, cause);
    }
  });
}
