import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertToWebp } from '../../../storage/convert-image.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 160, b: 60 } } });

describe('convertToWebp', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'converts %s at its full size',
    async (format) => {
      const result = await convertToWebp(await photo(640, 480).toFormat(format).toBuffer());
      expect(result).toMatchObject({ width: 640, height: 480 });
      expect(await sharp(result.webp).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
    },
  );

  test('turns the picture upright and drops its metadata', async () => {
    const lying = await photo(60, 40)
      .withExif({ IFD0: { Artist: 'somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { webp, width, height } = await convertToWebp(lying);
    expect([width, height]).toEqual([40, 60]);
    const metadata = await sharp(webp).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
  });

  test('takes the first frame of an animation', async () => {
    const frames = await sharp(
      [await photo(20, 20).png().toBuffer(), await photo(20, 20).negate().png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .gif()
      .toBuffer();
    const { webp } = await convertToWebp(frames);
    expect((await sharp(webp).metadata()).pages ?? 1).toBe(1);
  });

  test('refuses damaged, truncated, huge and unknown files', async () => {
    const jpeg = await photo(800, 600).jpeg().toBuffer();
    const huge = await photo(9_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    // TIFF is refused although the library can decode it, because no product photo has this format. The same holds for SVG.
    const tiff = await photo(9, 9).tiff().toBuffer();
    const noise = Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(500, 1)]);
    for (const bytes of [
      jpeg.subarray(0, jpeg.length / 2),
      noise,
      Buffer.alloc(0),
      Buffer.from('<html>'),
      huge,
      svg,
      tiff,
    ]) {
      await expect(convertToWebp(bytes)).rejects.toMatchObject({
        kind: 'ContractBroken',
        evidence: { fault: 'bad-picture', bytes: bytes.length },
      });
    }
  });
});
