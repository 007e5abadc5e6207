import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { DECODE_SLOTS } from '../storage/decode-slots.ts';
import { createImageResizer } from '../storage/resize-image.ts';
import { parseResizeParameters } from '../storage/resize-parameters.ts';
import { spreadOf, type Measurement, type Spread } from './measurement.ts';
import type { BenchOptions } from './options.ts';
import { takeTurns, timed, type Rounds } from './take-turns.ts';

const PICTURES = 60;
const ROUNDS = 9;
const CACHED_ANSWERS = 4_000;
const CACHED_AT_ONCE = 16;
const WIDTHS = [200, 600] as const;
/** Queues that never refuse a request, because one client requests all pictures at once. */
const ROOM_FOR_ALL = { waitingMax: PICTURES, waitingPerClientMax: PICTURES };

/**
 * Compares resizing stored pictures (1,200 × 900, WebP) by our function without its cache with bare sharp reading, resizing and
 * encoding the same files at the same concurrency, alternating in one process. Then measures responses from the cache.
 */
export async function benchImages({ rounds = ROUNDS }: BenchOptions): Promise<Measurement> {
  const root = await mkdtemp(join(tmpdir(), 'bench-images-'));
  try {
    const paths = await storePictures(root);
    const figures: Record<string, Spread> = {};
    const ratios: Record<string, Spread> = {};
    for (const width of WIDTHS) {
      const times = await resizeInTurns({ root, paths, width, rounds });
      const perSecond = (way: Way) => spreadOf(times.map((ms) => (PICTURES / ms[way]) * 1000));
      figures[`ours, ${width} px, pictures a second`] = perSecond('ours');
      figures[`bare sharp, ${width} px, pictures a second`] = perSecond('bare');
      ratios[`vsSharp at ${width} px`] = spreadOf(
        times.map(({ ours, bare }) => bare / ours),
        2,
      );
    }
    figures['from the cache, answers a second'] = await measureCached(root, paths, rounds);
    const [worst] = Object.values(ratios).toSorted((one, other) => one.median - other.median);
    return {
      figures,
      ratios: { ...ratios, vsSharp: worst! },
      notes: {
        vsSharp: 'of the worse width; bare checks neither path nor kind of file, and looks into no cache',
      },
    };
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

type Way = 'ours' | 'bare';

interface Resizing {
  root: string;
  paths: string[];
  width: number;
  rounds: number;
}

async function resizeInTurns({ root, paths, width, rounds }: Resizing): Promise<Rounds<Way, number>> {
  const resizer = createImageResizer({ root, cacheBytesMax: 0, ...ROOM_FOR_ALL });
  const parameters = parseResizeParameters({ w: String(width) });
  const limit = pLimit(DECODE_SLOTS);
  return takeTurns<Way, number>(
    {
      ours: timed(() => Promise.all(paths.map((path) => resizer.resize(path, parameters)))),
      bare: timed(() =>
        Promise.all(
          paths.map((path) =>
            limit(async () =>
              sharp(await readFile(join(root, 'images', path)))
                .resize(width)
                .webp({ quality: 80 })
                .toBuffer(),
            ),
          ),
        ),
      ),
    },
    { rounds },
  );
}

async function measureCached(root: string, paths: string[], rounds: number): Promise<Spread> {
  const resizer = createImageResizer({ root, ...ROOM_FOR_ALL });
  const fetchInTurn = async (): Promise<void> => {
    const parameters = parseResizeParameters({ w: '200' });
    for (let number = 0; number < CACHED_ANSWERS / CACHED_AT_ONCE; number += 1)
      await resizer.resize(paths[number % paths.length] ?? '', parameters);
  };
  const times = await takeTurns(
    { cached: timed(() => Promise.all(Array.from({ length: CACHED_AT_ONCE }, fetchInTurn))) },
    { rounds },
  );
  return spreadOf(
    times.map(({ cached }) => (CACHED_ANSWERS / cached) * 1000),
    0,
  );
}
