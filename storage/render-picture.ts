import sharp, { type Sharp } from 'sharp';
import { withDecodeMemory } from './decode-slots.ts';
import { badPicture, openPicture, type OpenPicture } from './open-picture.ts';
import type { ResizeParameters } from './resize-parameters.ts';

/** The largest picture in the slowest format takes some seconds of a core. */
const RENDER_TIMEOUT_SECONDS = 30;

/**
 * The cost of a blur grows with sigma times the pixels, up to minutes. A strongly blurred picture has no detail, so above this
 * sigma it is scaled down, blurred, and scaled up again.
 */
const DIRECT_SIGMA_MAX = 16;

/** Worst-case memory of the encoders per pixel of the result: for noise at quality 100. */
const ENCODER_BYTES_A_PIXEL = { webp: 32, avif: 50, png: 12, jpeg: 12 };

/**
 * Maximum pixels of a result: 12 megapixels, a phone's photo, take 400 MB and 3 s of a core as WebP; 4 megapixels take 250 MB and
 * 1.5 s as AVIF, where 16 would take 850 MB and 6 s.
 */
const PIXELS_MAX = 12_000_000;
const AVIF_PIXELS_MAX = 4_000_000;

/** Transparent fill for the empty area of `contain`, which becomes white in formats without transparency. */
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

/**
 * Renders a picture: resized, blurred, gray, in another format, always without metadata. The result never exceeds the stored size
 * or the limit of its format; if it would, it is scaled down with the requested proportions.
 * @throws CrawlError ContractBroken for a picture that `openPicture` refuses or that takes longer than 30 s
 */
export async function renderPicture(bytes: Buffer, requested: ResizeParameters): Promise<Buffer> {
  const picture = await openPicture(bytes);
  const parameters = { ...requested, ...allowedSides(picture, requested) };
  return withDecodeMemory(memoryOf(picture, parameters), async () => {
    try {
      const resized = resize(picture.image, parameters);
      const blurred = parameters.blur === null ? resized : await blur(resized, picture, parameters);
      const toned = parameters.gray ? blurred.grayscale() : blurred;
      return await encode(toned, parameters).timeout({ seconds: RENDER_TIMEOUT_SECONDS }).toBuffer();
    } catch (cause) {
      throw badPicture(bytes, cause);
    }
  });
}

/** Returns the worst-case memory of a rendering in bytes: for the decoded picture, and for the encoder of the result. */
function memoryOf(picture: OpenPicture, parameters: ResizeParameters): number {
  const { width, height } = boxOf(picture, parameters);
  return picture.width * picture.height * 4 + width * height * ENCODER_BYTES_A_PIXEL[parameters.format];
}

type Sides = Pick<ResizeParameters, 'width' | 'height'>;

/** Reduces the requested sides so that the result exceeds neither the stored size nor the limit of its format. */
export function allowedSides(
  source: Size,
  requested: Pick<ResizeParameters, 'fit' | 'format'> & Sides,
): Sides {
  const { fit, format } = requested;
  const { width, height } = sidesWithin(source, requested);
  const box = boxOf(source, { width, height, fit });
  const pixelsMax = format === 'avif' ? AVIF_PIXELS_MAX : PIXELS_MAX;
  const excess = Math.sqrt((box.width * box.height) / pixelsMax);
  if (excess <= 1) return { width, height };
  return {
    width: Math.max(1, Math.floor(box.width / excess)),
    height: Math.max(1, Math.floor(box.height / excess)),
  };
}

function sidesWithin(source: Size, requested: Pick<ResizeParameters, 'fit'> & Sides): Sides {
  const { width, height, fit } = requested;
  if (width !== null && height !== null && fit === 'fill')
    return { width: Math.min(width, source.width), height: Math.min(height, source.height) };
  const enlargement = Math.max(1, scaledSize(source, requested).width / source.width);
  const shrunk = (side: number | null): number | null =>
    side === null ? null : Math.max(1, Math.round(side / enlargement));
  return { width: shrunk(width), height: shrunk(height) };
}

interface Size {
  width: number;
  height: number;
}

/** Returns the size to which the whole picture is scaled before it is cropped or padded. */
export function scaledSize(
  source: Size,
  { width, height, fit }: Pick<ResizeParameters, 'width' | 'height' | 'fit'>,
): Size {
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

/** Returns the size of the result. */
function boxOf(picture: Size, parameters: Pick<ResizeParameters, 'fit'> & Sides): Size {
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
      // JPEG has no transparency; without this, transparent areas turn black.
      return image.flatten({ background: 'white' }).jpeg({ quality });
    case 'png':
      return image.png();
    case 'avif':
      // The lowest effort: with the default effort, a large picture takes more than a minute of a core.
      return image.avif({ quality, effort: 0 });
  }
}
