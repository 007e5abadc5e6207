import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseResizeParameters, type ResizeQuery } from '../../../storage/resize-parameters.ts';
import { createImageResizer, type ImageResizer } from '../../../storage/resize-image.ts';
import { makePhoto } from './make-picture.ts';

const PATH = 'products/az/store/brand/id/image-0123abcd.webp';
const photo = await makePhoto(640, 480).webp().toBuffer();

let root: string;
let resizer: ImageResizer;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'resize-'));
  await store(PATH, photo);
  resizer = createImageResizer({ root });
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function store(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(root, 'images', path)), { recursive: true });
  await writeFile(join(root, 'images', path), bytes);
}

const resize = (query: ResizeQuery, path = PATH, signal?: AbortSignal) =>
  resizer.resize(path, parseResizeParameters(query), { signal });

async function cached(): Promise<string[]> {
  const entries = await readdir(join(root, 'cache'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe('the resizer', () => {
  test('makes a picture, says what it is, and keeps it', async () => {
    const { bytes, contentType } = await resize({ w: '200', format: 'jpeg' });
    expect(contentType).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 150 });
    expect(await cached()).toHaveLength(1);
    expect((await resize({ format: 'jpeg', w: '200' })).bytes).toEqual(bytes);
    expect(await cached()).toHaveLength(1);
  });

  test('answers from what was kept, after a restart too, and makes it anew when that is damaged', async () => {
    const { bytes } = await resize({ w: '200' });
    const [entry = ''] = await cached();
    const marked = Buffer.from('not made again');
    await writeFile(entry, Buffer.concat([createHash('sha256').update(marked).digest(), marked]));
    expect((await resize({ w: '200' })).bytes).toEqual(marked);
    resizer = createImageResizer({ root });
    expect((await resize({ w: '200' })).bytes).toEqual(marked);
    await truncate(entry, 50);
    expect((await resize({ w: '200' })).bytes).toEqual(bytes);
  });

  test('each parameter makes a picture of its own', async () => {
    const queries = [
      {},
      { w: '50' },
      { h: '50' },
      { w: '50', h: '50' },
      { w: '50', h: '50', fit: 'fill' },
      { w: '50', q: '20' },
      { w: '50', blur: '2' },
      { w: '50', gray: '1' },
      { w: '50', format: 'png' },
    ];
    for (const query of queries) await resize(query);
    expect(await cached()).toHaveLength(queries.length);
  });

  test('a picture that is replaced is made anew', async () => {
    const before = await resize({ w: '64' });
    await store(PATH, await makePhoto(200, 400).webp().toBuffer());
    const after = await resize({ w: '64' });
    expect(after.bytes).not.toEqual(before.bytes);
    expect((await sharp(after.bytes).metadata()).height).toBe(128);
  });

  test('fifty equal requests at once make one picture', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => resize({ w: '300' })));
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1);
  });

  test('refuses a path that leads elsewhere, and files that are not stored pictures', async () => {
    await writeFile(join(root, 'secret.webp'), photo);
    await mkdir(join(root, 'outside'));
    await writeFile(join(root, 'outside', 'a.webp'), photo);
    await symlink(join(root, 'outside'), join(root, 'images', 'linked'));
    await store('products/.half.webp', photo);
    await store('products/notes.txt', photo);
    for (const path of [
      '../secret.webp',
      '/etc/passwd',
      'linked/a.webp',
      'products/../../secret.webp',
      './x.webp',
      '',
      'a\0.webp',
      'products/.half.webp',
      'products/notes.txt',
    ])
      await expect(resize({}, path), path).rejects.toMatchObject({ kind: 'InvalidInput' });
  });

  test('says that a picture is not there: a missing one, a link, a folder, a name that is too long', async () => {
    await writeFile(join(root, 'secret.webp'), photo);
    await symlink(join(root, 'secret.webp'), join(root, 'images', 'link.webp'));
    await mkdir(join(root, 'images', 'folder.webp'));
    for (const path of ['none.webp', 'link.webp', 'folder.webp', `${'x'.repeat(300)}.webp`, `${PATH}/x.webp`])
      await expect(resize({}, path), path).rejects.toMatchObject({ kind: 'NotFound' });
  });

  test('a file that is no picture is refused, and nothing is kept of it', async () => {
    await store('broken.webp', photo.subarray(0, photo.length / 2));
    await expect(resize({}, 'broken.webp')).rejects.toMatchObject({ kind: 'ContractBroken' });
    expect(await cached()).toEqual([]);
  });

  test('what is cached is answered while the queue is full, what is not is told when to come back', async () => {
    resizer = createImageResizer({ root, waitingMax: 1 });
    await resize({ w: '10' });
    const many = Array.from({ length: 20 }, (_, at) => resize({ w: String(1_000 + at) }));
    const outcomes = Promise.allSettled(many);
    expect((await resize({ w: '10' })).contentType).toBe('image/webp');
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ kind: 'RateLimited', retryAfterMs: expect.any(Number) });
  });

  test('a folder of the cache that cannot be written to costs no answer', async () => {
    await writeFile(join(root, 'cache'), 'in the way');
    expect((await resize({ w: '20' })).bytes.length).toBeGreaterThan(0);
  });

  test('who has gone gets no answer', async () => {
    await expect(resize({ w: '20' }, PATH, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
