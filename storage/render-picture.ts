import sharp, { type Sharp } from 'sharp';
import { CrawlError } from '../domain/errors.ts';
import { badPicture, exceedsPixels, openPicture, type OpenPicture } from './open-picture.ts';
import type { ResizeParameters } from './resize-parameters.ts';

/** The largest picture in the slowest format takes some seconds of a core. */
const RENDER_TIMEOUT_SECONDS = 30;

/**
 * The cost of a blur grows with its sigma times the pixels, to minutes. What is blurred this much holds no detail, so
 * above it a picture is made smaller, blurred, and made larger again.
 */
const DIRECT_SIGMA_MAX = 16;

/** The longest side of a WebP picture, the shortest of the limits of the formats. */
const SIDE_MAX = 16_383;

/** Fills up what `contain` leaves free; white in formats that know no transparency. */
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

/**
 * Makes a picture anew: resized, blurred, gray, in another format, always without metadata.
 * @throws CrawlError ContractBroken for a picture that `openPicture` refuses or that takes longer than 30 s;
 *   InvalidInput when it would have more than 50 megapixels, or a side above 16,383 pixels, on the way
 */
export async function renderPicture(bytes: Buffer, parameters: ResizeParameters): Promise<Buffer> {
  const picture = await openPicture(bytes);
  const { width, height } = scaledSize(picture, parameters);
  if (exceedsPixels(width, height) || Math.max(width, height) > SIDE_MAX) {
    const given = `w=${parameters.width ?? ''}, h=${parameters.height ?? ''}, fit=${parameters.fit}`;
    throw new CrawlError(
      'InvalidInput',
      `Expected a size at which the whole picture has at most 50 megapixels and no side above 16,383 pixels, got ${given} for one of ${picture.width} × ${picture.height}`,
    );
  }
  try {
    const resized = resize(picture.image, parameters);
    const blurred = parameters.blur === null ? resized : await blur(resized, picture, parameters);
    const toned = parameters.gray ? blurred.grayscale() : blurred;
    return await encode(toned, parameters).timeout({ seconds: RENDER_TIMEOUT_SECONDS }).toBuffer();
  } catch (cause) {
    throw badPicture(bytes, cause);
  }
}

/** The size to which the whole picture is scaled, before anything is cut off or filled up. */
export function scaledSize(
  source: { width: number; height: number },
  { width, height, fit }: Pick<ResizeParameters, 'width' | 'height' | 'fit'>,
): { width: number; height: number } {
  if (width === null && height === null) return source;
  const across = width === null ? null : width / source.width;
  const down = height === null ? null : height / source.height;
  if (across !== null && down !== null && fit === 'fill')
    return { width: width ?? source.width, height: height ?? source.height };
  const wider = fit === 'cover' || fit === 'outside' ? Math.max : Math.min;
  const scale = across === null ? (down ?? 1) : down === null ? across : wider(across, down);
  return { width: source.width * scale, height: source.height * scale };
}

function resize(image: Sharp, { width, height, fit }: ResizeParameters): Sharp {
  if (width === null && height === null) return image;
  return image.resize(width, height, { fit, background: CLEAR });
}

async function blur(resized: Sharp, picture: OpenPicture, parameters: ResizeParameters): Promise<Sharp> {
  const sigma = parameters.blur ?? 0;
  if (sigma <= DIRECT_SIGMA_MAX) return resized.blur(sigma);
  const box = boxOf(picture, parameters);
  const shrunk = (side: number): number => Math.max(1, Math.round((side * DIRECT_SIGMA_MAX) / sigma));
  const { data, info } = await picture.image
    .clone()
    .resize({
      width: shrunk(box.width),
      height: shrunk(box.height),
      fit: parameters.fit === 'cover' || parameters.fit === 'contain' ? parameters.fit : 'fill',
      background: CLEAR,
    })
    .timeout({ seconds: RENDER_TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const soft = await small.blur(DIRECT_SIGMA_MAX).raw().toBuffer();
  const { width, height, channels } = info;
  return sharp(soft, { raw: { width, height, channels } }).resize({ ...box, fit: 'fill' });
}

/** The size of the result. */
function boxOf(picture: OpenPicture, parameters: ResizeParameters): { width: number; height: number } {
  const { width, height, fit } = parameters;
  if (width !== null && height !== null && fit !== 'inside' && fit !== 'outside') return { width, height };
  const scaled = scaledSize(picture, parameters);
  return { width: Math.max(1, Math.round(scaled.width)), height: Math.max(1, Math.round(scaled.height)) };
}

function encode(image: Sharp, { format, quality }: ResizeParameters): Sharp {
  switch (format) {
    case 'webp':
      return image.webp({ quality });
    case 'jpeg':
      // JPEG has no transparency; without this it turns black.
      return image.flatten({ background: 'white' }).jpeg({ quality });
    case 'png':
      return image.png();
    case 'avif':
      // The least effort: at the usual one a large picture takes more than a minute of a core.
      return image.avif({ quality, effort: 0 });
  }
}
