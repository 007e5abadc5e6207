import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertToWebp } from '../../../storage/convert-image.ts';
import { openPicture } from '../../../storage/open-picture.ts';
import { renderPicture } from '../../../storage/render-picture.ts';
import { parseResizeParameters } from '../../../storage/resize-parameters.ts';
import { makePhoto } from './make-picture.ts';
import { gifOf, makeHostilePictures, makeOddPictures } from './make-hostile-pictures.ts';

// Limits that are far above the measured values (less than 50 ms and 3 MB each), and far below what the bombs would cost.
const TIME_MS_MAX = 5_000;
const GROWTH_BYTES_MAX = 100_000_000;

const hostile = await makeHostilePictures();
const odd = await makeOddPictures();

/** Returns by how much the memory of the process grew at most during the work. */
async function growthWhile(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  await work();
  clearInterval(timer);
  return Math.max(peak, process.memoryUsage.rss()) - before;
}

test.each(Object.entries(hostile))('%s is refused, soon and in little memory', async (_name, bytes) => {
  const startedAtMs = performance.now();
  const growth = await growthWhile(async () => {
    const refusal = { kind: 'ContractBroken', evidence: { fault: 'bad-picture', bytes: bytes.length } };
    await expect(convertToWebp(bytes)).rejects.toMatchObject(refusal);
    await expect(renderPicture(bytes, parseResizeParameters({ w: '200' }))).rejects.toMatchObject(refusal);
  });
  expect(performance.now() - startedAtMs).toBeLessThan(TIME_MS_MAX);
  expect(growth).toBeLessThan(GROWTH_BYTES_MAX);
});

test('all of them at once stay within the same memory', async () => {
  const growth = await growthWhile(() =>
    Promise.allSettled(Array.from({ length: 5 }, () => Object.values(hostile).map(convertToWebp)).flat()),
  );
  expect(growth).toBeLessThan(GROWTH_BYTES_MAX);
});

test('the largest picture that is taken, in the form that must be decoded whole, costs what it may', async () => {
  const largest = await makePhoto(7_070, 7_070).jpeg({ progressive: true }).toBuffer();
  const growth = await growthWhile(() => renderPicture(largest, parseResizeParameters({ w: '200' })));
  expect(growth).toBeLessThan(400_000_000);
});

test.each(Object.entries(odd))(
  '%s is converted, and nothing but the picture is kept',
  async (_name, bytes) => {
    const { webp } = await convertToWebp(bytes);
    const metadata = await sharp(webp).metadata();
    expect(metadata).toMatchObject({ format: 'webp' });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(webp.length).toBeLessThan(20_000);
  },
);

test('a short film is shown by its first frame, a long one is refused', async () => {
  expect(await openPicture(gifOf(500))).toMatchObject({ width: 1, height: 1 });
  await expect(openPicture(gifOf(501))).rejects.toThrow('501 frames are more than 500');
});
