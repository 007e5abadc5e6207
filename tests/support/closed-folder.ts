import { execFile } from 'node:child_process';
import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** A user id that no account has. */
const OTHER_USER = 61_234;

/**
 * Expects that other users can pass through a data folder, but cannot read or write anything in it. Without root, only checks the
 * permissions.
 */
export async function expectClosed(dataDir: string): Promise<void> {
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o711);
  const found = await openBelow(dataDir);
  expect(found.map((path) => relative(dataDir, path))).toEqual([]);
  if (process.getuid?.() !== 0) return;
  // Another user tries every path that root sees. It must find one readable file, which shows that the script works.
  const readable = join(dataDir, '..', 'readable');
  await writeFile(readable, '');
  const names = await readdir(dataDir, { recursive: true });
  const script = 'for path; do if [ -r "$path" ] || [ -w "$path" ]; then echo "$path"; fi; done';
  const { stdout } = await promisify(execFile)(
    '/bin/sh',
    ['-c', script, 'sh', readable, ...names.map((name) => join(dataDir, name))],
    { uid: OTHER_USER, gid: OTHER_USER, cwd: '/' },
  );
  expect(stdout).toBe(`${readable}\n`);
}

/** Returns the paths at and below this one that the group or other users can read or write. */
export async function openBelow(path: string): Promise<string[]> {
  const found = await lstat(path);
  const own = (found.mode & 0o066) === 0 ? [] : [path];
  if (!found.isDirectory() || (found.mode & 0o001) === 0) return own;
  const below = await Promise.all((await readdir(path)).map((name) => openBelow(join(path, name))));
  return [...own, ...below.flat()];
}
