import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { CrawlError } from '../domain/errors.ts';

/**
 * Resolves the absolute path of a stored file, and checks that it lies inside the root.
 *
 * Paths come from database rows. Besides `..`, this resolves symbolic links of folders, so that no linked folder leads outside. A
 * folder that does not exist is accepted: nothing can be reached through it.
 * @throws CrawlError InvalidInput for a path that is absolute, empty, or leads outside
 */
export async function pathInside(root: string, path: string): Promise<string> {
  const isPlain = path !== '' && !isAbsolute(path) && !path.includes('\0') && normalize(path) === path;
  const absolute = resolve(root, path);
  if (!isPlain || !isWithin(resolve(root), absolute)) throw outside(path);
  const realRoot = await realpath(root).catch(() => resolve(root));
  const realFolder = await realpath(dirname(absolute)).catch(() => null);
  if (realFolder === null) return absolute;
  const real = join(realFolder, absolute.slice(dirname(absolute).length + 1));
  if (!isWithin(realRoot, real)) throw outside(path);
  return real;
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string): CrawlError {
  return new CrawlError('InvalidInput', `Expected a path inside the storage, got "${path.slice(0, 120)}"`);
}
