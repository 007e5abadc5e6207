import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  FITS,
  FORMATS,
  parseResizeParameters,
  type ResizeQuery,
} from '../../../storage/resize-parameters.ts';
import { allowedSides, renderPicture, scaledSize } from '../../../storage/render-picture.ts';
import { makePhoto } from './make-picture.ts';

const photo = await makePhoto(640, 480).webp({ lossless: true }).toBuffer();

const render = (query: ResizeQuery, bytes = photo) => renderPicture(bytes, parseResizeParameters(query));

async function sizeOf(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes).metadata();
  return `${width}x${height}`;
}

describe('renderPicture', () => {
  test.each([
    [{}, '640x480'],
    [{ w: '320' }, '320x240'],
    [{ h: '120' }, '160x120'],
    [{ w: '1280' }, '640x480'],
    [{ w: '4000', h: '4000' }, '480x480'],
    [{ w: '4000', h: '2000', fit: 'contain' }, '960x480'],
    [{ w: '4000', h: '100', fit: 'fill' }, '640x100'],
    [{ w: '4000', h: '4000', fit: 'inside' }, '640x480'],
    [{ w: '4000', h: '10', fit: 'outside' }, '640x480'],
    [{ w: '200', h: '200' }, '200x200'],
    [{ w: '200', h: '200', fit: 'contain' }, '200x200'],
    [{ w: '200', h: '200', fit: 'fill' }, '200x200'],
    [{ w: '200', h: '200', fit: 'inside' }, '200x150'],
    [{ w: '200', h: '200', fit: 'outside' }, '267x200'],
  ])('%o gives %s', async (query, size) => {
    expect(await sizeOf(await render(query))).toBe(size);
  });

  test.each([
    ['webp', 'webp'],
    ['jpeg', 'jpeg'],
    ['png', 'png'],
    ['avif', 'heif'],
  ])('writes %s', async (format, known) => {
    const metadata = await sharp(await render({ format, w: '64' })).metadata();
    expect(metadata.format).toBe(known);
    expect([metadata.width, metadata.height]).toEqual([64, 48]);
  });

  test('lower quality makes a smaller file', async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'gray',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .webp()
      .toBuffer();
    for (const format of ['webp', 'jpeg', 'avif']) {
      const [low, high] = [
        await render({ q: '10', format }, noise),
        await render({ q: '95', format }, noise),
      ];
      expect(low.length).toBeLessThan(high.length / 2);
    }
  });

  test('gray leaves no colour', async () => {
    const { data, info } = await sharp(await render({ gray: '1', format: 'png', w: '32' }))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += info.channels)
      expect(Math.abs((data[at] ?? 0) - (data[at + 2] ?? 0))).toBeLessThanOrEqual(1);
  });

  test('transparency is kept, and white in JPEG', async () => {
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .webp()
      .toBuffer();
    expect((await sharp(await render({}, clear)).stats()).isOpaque).toBe(false);
    expect((await sharp(await render({ format: 'jpeg' }, clear)).stats()).channels[0]?.min).toBeGreaterThan(
      250,
    );
  });

  test.each(FITS)(
    'a blur of any strength takes seconds at most and keeps the size that %s gives',
    async (fit) => {
      const box = { w: '300', h: '200', fit };
      const size = await sizeOf(await render(box));
      for (const blur of ['0.3', '16', '17', '300', '1000']) {
        const startedAtMs = performance.now();
        const blurred = await render({ ...box, blur });
        expect(performance.now() - startedAtMs).toBeLessThan(10_000);
        expect(await sizeOf(blurred)).toBe(size);
      }
    },
  );

  test('a strong blur looks like that of the library', async () => {
    const ours = await sharp(await render({ w: '400', blur: '40', format: 'png' }))
      .raw()
      .toBuffer();
    const theirs = await sharp(photo).resize(400).blur(40).raw().toBuffer();
    expect(ours.length).toBe(theirs.length);
    const difference =
      ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length;
    expect(difference).toBeLessThan(4);
  });

  test('a large picture is made as large as its format allows', async () => {
    const large = await makePhoto(4_000, 4_000).webp({ effort: 0 }).toBuffer();
    expect(await sizeOf(await render({ format: 'avif' }, large))).toBe('2000x2000');
    expect(await sizeOf(await render({ w: '4000', h: '2000', format: 'avif' }, large))).toBe('2828x1414');
    expect(await sizeOf(await render({ format: 'jpeg' }, large))).toBe('3464x3464');
  });
});

test('scaledSize is what the library makes', () => {
  const source = { width: 640, height: 480 };
  const box = { width: 200, height: 200 };
  expect(scaledSize(source, { ...box, fit: 'cover' })).toEqual({
    width: expect.closeTo(266.67, 1),
    height: 200,
  });
  expect(scaledSize(source, { ...box, fit: 'contain' })).toEqual({ width: 200, height: 150 });
  expect(scaledSize(source, { ...box, fit: 'fill' })).toEqual(box);
  expect(scaledSize(source, { width: null, height: null, fit: 'cover' })).toEqual(source);
});

test('no size that is asked for makes a picture larger than it is, or than its format allows', () => {
  const side = fc.option(fc.integer({ min: 1, max: 4_000 }));
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 1, max: 16_383 }), height: fc.integer({ min: 1, max: 16_383 }) }),
      fc.record({
        width: side,
        height: side,
        fit: fc.constantFrom(...FITS),
        format: fc.constantFrom(...FORMATS),
      }),
      (source, requested) => {
        const sides = allowedSides(source, requested);
        const { width, height } = scaledSize(source, { ...sides, fit: requested.fit });
        // The factor allows for rounding: sides are whole pixels, so in a picture one pixel wide the other side may grow by half.
        expect(width).toBeLessThanOrEqual(source.width * 1.5);
        expect(height).toBeLessThanOrEqual(source.height * 1.5);
        const keepsProportions = requested.fit === 'inside' || requested.fit === 'outside';
        const box = keepsProportions ? { width, height } : { width, height, ...given(sides) };
        expect(box.width * box.height).toBeLessThanOrEqual(
          (requested.format === 'avif' ? 4_000_000 : 12_000_000) * 1.01,
        );
      },
    ),
  );
});

function given({ width, height }: { width: number | null; height: number | null }) {
  return { ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) };
}
