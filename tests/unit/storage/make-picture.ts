import sharp, { type Sharp } from 'sharp';

/** Creates a picture whose quarters can be told apart: red at the top left, then green, blue, and white at the bottom right. */
export function makePhoto(width: number, height: number): Sharp {
  const quarters = Buffer.from([200, 40, 40, 40, 180, 60, 40, 60, 200, 245, 245, 245]);
  return sharp(quarters, { raw: { width: 2, height: 2, channels: 3 } }).resize(width, height, {
    fit: 'fill',
    kernel: 'nearest',
  });
}
