import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImageCache } from '../../../storage/image-cache.ts';
import { keyOf, sampleBytes } from './cache-sample.ts';

const HAMMER = fileURLToPath(new URL('hammer-cache.ts', import.meta.url));

let root: string;
let nowMs: number;
const now = () => nowMs;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'image-cache-'));
  nowMs = Date.now();
});

afterEach(() => rm(root, { recursive: true, force: true }));

const pathOf = (folder: string, name: string | number) => join(folder, keyOf(name).slice(0, 2), keyOf(name));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('an image cache', () => {
  test('gives back what was kept, also after a restart, and to another process', async () => {
    const cache = createImageCache({ folder: root, bytesMax: 10_000 });
    expect(await cache.read(keyOf('a'))).toBeNull();
    await cache.write(keyOf('a'), Buffer.from('picture'));
    await cache.write(keyOf('a'), Buffer.from('picture'));
    const other = createImageCache({ folder: root, bytesMax: 10_000 });
    expect((await other.read(keyOf('a')))?.toString()).toBe('picture');
    expect(await filesIn(root)).toHaveLength(1);
  });

  test('never holds more than its limit, and gives up what was not read for longest', async () => {
    const cache = createImageCache({ folder: root, bytesMax: 10_000, now });
    await cache.write(keyOf(0), Buffer.alloc(300));
    for (let number = 1; number < 200; number += 1) {
      nowMs += 61_000;
      // The entry 0 is the oldest, but stays because it is read again and again.
      expect(await cache.read(keyOf(0))).not.toBeNull();
      await cache.write(keyOf(number), Buffer.alloc(300, number));
      expect(await bytesIn(root)).toBeLessThanOrEqual(10_000);
    }
    expect(await bytesIn(root)).toBeLessThanOrEqual(10_000);
    expect(await bytesIn(root)).toBeGreaterThan(7_000);
    const kept = [];
    for (let number = 0; number < 200; number += 1)
      if ((await cache.read(keyOf(number))) !== null) kept.push(number);
    expect(kept).toEqual([0, ...kept.slice(1).map((_, at) => 201 - kept.length + at)]);
  });

  test('writes at the same moment stay within the limit too', async () => {
    const cache = createImageCache({ folder: root, bytesMax: 10_000 });
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => cache.write(keyOf(number), Buffer.alloc(500))),
    );
    expect(await bytesIn(root)).toBeLessThanOrEqual(10_000);
  });

  test('counts what earlier processes left', async () => {
    const earlier = createImageCache({ folder: root, bytesMax: 100_000 });
    for (let number = 0; number < 50; number += 1) await earlier.write(keyOf(number), Buffer.alloc(1_000));
    const cache = createImageCache({ folder: root, bytesMax: 20_000 });
    await cache.write(keyOf('new'), Buffer.alloc(1_000));
    expect(await bytesIn(root)).toBeLessThanOrEqual(20_000);
    expect(await cache.read(keyOf('new'))).not.toBeNull();
  });

  test('several at once on one folder lose nothing but what the limit takes', async () => {
    const caches = Array.from({ length: 4 }, () => createImageCache({ folder: root, bytesMax: 20_000 }));
    const bytesOf = (number: number) => Buffer.alloc(400, number);
    const work = Array.from({ length: 400 }, async (_, turn) => {
      const number = turn % 40;
      const cache = caches[turn % 4];
      const found = (await cache?.read(keyOf(number))) ?? bytesOf(number);
      expect(found.equals(bytesOf(number))).toBe(true);
      await cache?.write(keyOf(number), found);
    });
    await Promise.all(work);
    expect(await bytesIn(root)).toBeLessThanOrEqual(26_000);
    expect((await filesIn(root)).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  test('processes that share the folder see whole pictures or none, and one that is killed leaves none torn', async () => {
    const bytesMax = 40_000;
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [HAMMER, root, String(bytesMax)]),
    );
    const ends = children.map((child) => once(child, 'close'));
    const [killed] = children;
    await once(killed?.stdout as Readable, 'data');
    killed?.kill('SIGKILL');
    for (const child of children) child.stdin.end();
    const codes = (await Promise.all(ends)).map(([code]) => code as number | null);
    expect(codes).toEqual([null, 0, 0]);
    expect(await bytesIn(root)).toBeLessThanOrEqual(bytesMax * 1.3);
    const cache = createImageCache({ folder: root, bytesMax });
    for (let number = 0; number < 60; number += 1)
      expect([null, sampleBytes(number).toString('hex')]).toContain(
        (await cache.read(keyOf(number)))?.toString('hex') ?? null,
      );
  });

  test('drops what is damaged, cut, empty, a folder or a link', async () => {
    const cache = createImageCache({ folder: root, bytesMax: 100_000 });
    const damages: Record<string, (path: string) => Promise<unknown>> = {
      flipped: async (path) => {
        const bytes = await readFile(path);
        bytes[40] = (bytes[40] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      cut: (path) => truncate(path, 60),
      short: (path) => truncate(path, 10),
      empty: (path) => truncate(path, 0),
      folder: async (path) => {
        await rm(path);
        await mkdir(path);
      },
      link: async (path) => {
        await rm(path);
        await symlink('/etc/hostname', path);
      },
    };
    for (const [name, damage] of Object.entries(damages)) {
      await cache.write(keyOf(name), Buffer.alloc(100, 7));
      await damage(pathOf(root, name));
      expect(await cache.read(keyOf(name)), name).toBeNull();
      await expect(stat(pathOf(root, name)), name).rejects.toThrow('ENOENT');
      await cache.write(keyOf(name), Buffer.alloc(100, 8));
      expect(await cache.read(keyOf(name)), name).toEqual(Buffer.alloc(100, 8));
    }
  });

  test('keeps nothing of a tenth of the room or more, and nothing at all when it has none', async () => {
    const cache = createImageCache({ folder: root, bytesMax: 10_000 });
    await cache.write(keyOf('large'), Buffer.alloc(1_000));
    await createImageCache({ folder: root, bytesMax: 0 }).write(keyOf('small'), Buffer.alloc(1));
    expect(await filesIn(root)).toEqual([]);
  });

  test('removes what a dead writer left, once it is old', async () => {
    const folder = join(root, 'ab');
    await mkdir(folder);
    await writeFile(join(folder, 'old.tmp'), 'half');
    await writeFile(join(folder, 'new.tmp'), 'half');
    await utimes(join(folder, 'old.tmp'), nowMs / 1000 - 3_600, nowMs / 1000 - 3_600);
    await createImageCache({ folder: root, bytesMax: 10_000, now }).write(keyOf('a'), Buffer.from('x'));
    expect(await readdir(folder)).toEqual(['new.tmp']);
  });
});
