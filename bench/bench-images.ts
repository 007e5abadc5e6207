import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { DECODE_SLOTS } from '../storage/decode-slots.ts';
import { createImageResizer, type ImageResizer } from '../storage/resize-image.ts';
import { parseResizeParameters } from '../storage/resize-parameters.ts';
import { median, round, type Measurement } from './measurement.ts';

const PICTURES = 60;
const ROUNDS = 9;
const CACHED_ROUNDS = 5;
const CACHED_ANSWERS = 4_000;
const CACHED_AT_ONCE = 16;
const WIDTHS = [200, 600] as const;

/**
 * Resizing of stored pictures (1,200 × 900, WebP) by our function without its cache, and by bare sharp reading, resizing
 * and encoding the same files, as many at once; round about, in one process. Then answers from the cache.
 */
export async function benchImages(): Promise<Measurement> {
  const root = await mkdtemp(join(tmpdir(), 'bench-images-'));
  try {
    const paths = await storePictures(root);
    const figures: Record<string, number> = {};
    const ratios: Record<string, number> = {};
    const both: number[] = [];
    for (const width of WIDTHS) {
      const { oursMs, bareMs } = await compareWith(root, paths, width);
      figures[`ours, ${width} px, pictures a second`] = round((PICTURES / oursMs) * 1000);
      figures[`bare sharp, ${width} px, pictures a second`] = round((PICTURES / bareMs) * 1000);
      ratios[`vsSharp at ${width} px`] = round(bareMs / oursMs, 2);
      both.push(bareMs / oursMs);
    }
    figures['from the cache, answers a second'] = round(await measureCached(root, paths), 0);
    return { figures, ratios: { ...ratios, vsSharp: round(Math.min(...both), 2) } };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Pictures that compress like photos: coarse structure with some grain. */
async function storePictures(root: string): Promise<string[]> {
  const folder = 'products/az/bench/brand/product';
  await mkdir(join(root, 'images', folder), { recursive: true });
  const paths = Array.from({ length: PICTURES }, (_, at) => `${folder}/image-${at}.webp`);
  for (const [at, path] of paths.entries()) {
    const coarse = Buffer.from(
      Array.from({ length: 24 * 18 * 3 }, (_, place) => (place * 37 + at * 101) % 256),
    );
    const image = sharp(coarse, { raw: { width: 24, height: 18, channels: 3 } }).resize(1_200, 900, {
      fit: 'fill',
      kernel: 'cubic',
    });
    await writeFile(join(root, 'images', path), await image.webp({ quality: 80 }).toBuffer());
  }
  return paths;
}

/** Medians over the rounds; the first of each only warms up. */
async function compareWith(
  root: string,
  paths: string[],
  width: number,
): Promise<{ oursMs: number; bareMs: number }> {
  const resizer = createImageResizer({ root, cacheBytesMax: 0, waitingMax: PICTURES });
  const parameters = parseResizeParameters({ w: String(width) });
  const ours = () => Promise.all(paths.map((path) => resizer.resize(path, parameters)));
  const limit = pLimit(DECODE_SLOTS);
  const bare = () =>
    Promise.all(
      paths.map((path) =>
        limit(async () =>
          sharp(await readFile(join(root, 'images', path)))
            .resize(width)
            .webp({ quality: 80 })
            .toBuffer(),
        ),
      ),
    );
  const [oursMs, bareMs]: [number[], number[]] = [[], []];
  for (let number = 0; number <= ROUNDS; number += 1) {
    // Whoever goes second may find a warmer machine, so they take turns at that too.
    const turns: [() => Promise<unknown>, number[]][] = [
      [ours, oursMs],
      [bare, bareMs],
    ];
    for (const [work, results] of number % 2 === 0 ? turns : turns.toReversed())
      results.push(await timed(work));
  }
  return { oursMs: median(oursMs.slice(1)), bareMs: median(bareMs.slice(1)) };
}

async function measureCached(root: string, paths: string[]): Promise<number> {
  const resizer = createImageResizer({ root, waitingMax: PICTURES });
  const parameters = parseResizeParameters({ w: '200' });
  await Promise.all(paths.map((path) => resizer.resize(path, parameters)));
  const rates: number[] = [];
  for (let number = 0; number < CACHED_ROUNDS; number += 1) {
    const ms = await timed(() =>
      Promise.all(Array.from({ length: CACHED_AT_ONCE }, () => askInTurn(resizer, paths))),
    );
    rates.push((CACHED_ANSWERS / ms) * 1000);
  }
  return median(rates);
}

async function askInTurn(resizer: ImageResizer, paths: string[]): Promise<void> {
  const parameters = parseResizeParameters({ w: '200' });
  for (let number = 0; number < CACHED_ANSWERS / CACHED_AT_ONCE; number += 1)
    await resizer.resize(paths[number % paths.length] ?? '', parameters);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}
