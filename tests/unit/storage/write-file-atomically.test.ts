import type * as FsPromises from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// With `hasLinks` false, a test simulates a file system without hard links.
const disk = vi.hoisted(() => ({ hasLinks: true }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FsPromises>();
  const link: typeof original.link = (...paths) =>
    disk.hasLinks
      ? original.link(...paths)
      : Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));
  return { ...original, link };
});
// Loads the module again, because another test file of this process may have loaded it with the real file system.
vi.resetModules();
const { writeFileAtomically } = await import('../../../storage/write-file-atomically.ts');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-'));
});

afterEach(async () => {
  disk.hasLinks = true;
  await rm(folder, { recursive: true });
});

test('makes the folders, writes the file and leaves nothing else', async () => {
  const target = join(folder, 'a/b/c/file');
  expect(await writeFileAtomically(target, Buffer.from('whole'))).toBe('written');
  expect(await readFile(target, 'utf8')).toBe('whole');
  expect(await readdir(join(folder, 'a/b/c'))).toEqual(['file']);
});

test('never touches a file that is there', async () => {
  const target = join(folder, 'file');
  await writeFile(target, 'first');
  expect(await writeFileAtomically(target, Buffer.from('second'))).toBe('exists');
  expect(await readFile(target, 'utf8')).toBe('first');
  expect(await readdir(folder)).toEqual(['file']);
});

test('on a file system without links it writes too, and still replaces nothing', async () => {
  disk.hasLinks = false;
  const target = join(folder, 'file');
  expect(await writeFileAtomically(target, Buffer.from('first'))).toBe('written');
  expect(await writeFileAtomically(target, Buffer.from('second'))).toBe('exists');
  expect(await readFile(target, 'utf8')).toBe('first');
  expect(await readdir(folder)).toEqual(['file']);
});

test('of many writers of one name exactly one wins, with a whole file', async () => {
  const target = join(folder, 'file');
  const texts = Array.from({ length: 20 }, (_, writer) => String(writer % 10).repeat(50_000));
  const outcomes = await Promise.all(texts.map((text) => writeFileAtomically(target, Buffer.from(text))));
  expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
  expect(await readFile(target, 'utf8')).toBe(texts[outcomes.indexOf('written')]);
  expect(await readdir(folder)).toEqual(['file']);
});

test('an error of the system passes as it is', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(writeFileAtomically(join(folder, 'file/below'), Buffer.alloc(1))).rejects.toMatchObject({
    code: /EEXIST|ENOTDIR/,
  });
});
