import { createHash, type Hash } from 'node:crypto';
import { constants, copyFile, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { walkFiles } from './walk-files.ts';

// What processes leave of files that they did not receive to the end: found, taken over, or deleted.

/** Where the bytes of an unfinished file come from. */
export interface PartOrigin {
  /** Identifies the address without naming it, because an address may contain a signature. */
  source: string;
  /** Identifies the place that the address led to. */
  place: string;
  /** The site's mark of this content, such as an ETag; null: it sent none, so the file cannot be continued. */
  validator: string | null;
  /** Null if the site did not say. */
  totalBytes: number | null;
  contentType: string;
}

/** What is written beside an unfinished file after each block. */
interface Side extends PartOrigin {
  bytes: number;
  /** The hash of those bytes: shows damage, as after a power cut. */
  sha256: string;
}

const READ_BYTES = 4 * 1024 * 1024;

/** Deletes the unfinished files in a folder. */
export async function deletePartFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => PART_NAME.test(name));
  await Promise.all(parts.map((name) => rm(join(folder, name), { force: true, recursive: true })));
}

/** How long an unfinished file is kept for a retry. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes the unfinished files of all jobs that nobody has continued for a week. */
export async function deleteOldPartFiles(root: string, now = new Date()): Promise<void> {
  for await (const { path, modifiedAt } of walkFiles(root, 'jobs'))
    if (PART_NAME.test(basename(path)) && +now - +modifiedAt > KEPT_MS)
      await rm(join(root, path), { force: true });
}

/** The names of unfinished files and of what is known of them. */
const PART_NAME = /^\..+\.[0-9a-f]{12}\.part(\.json)?$/;

/** Returns the path of what is known of an unfinished file. */
export function sidePath(path: string): string {
  return `${path}.json`;
}

/** An unfinished file of an earlier process. */
export interface Left {
  path: string;
  side: Side | null;
}

/** Finds what earlier processes left of a file, the longest first. */
export async function findParts(folder: string, stem: string): Promise<Left[]> {
  const start = `.${stem}.`;
  const paths = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.startsWith(start) && PART_NAME.test(entry.name))
    .filter(({ name }) => name.endsWith('.part') && name.length === start.length + '0123456789ab.part'.length)
    .map(({ name }) => join(folder, name));
  const parts = await Promise.all(paths.map(async (path) => ({ path, side: await readSide(path) })));
  return parts.toSorted((one, other) => (other.side?.bytes ?? 0) - (one.side?.bytes ?? 0));
}

async function readSide(path: string): Promise<Side | null> {
  try {
    const side = JSON.parse(await readFile(sidePath(path), 'utf8')) as Partial<Side> | null;
    const isUsable = typeof side?.source === 'string' && Number.isSafeInteger(side.bytes) && side.bytes! > 0;
    return isUsable ? (side as Side) : null;
  } catch {
    // It is missing, or a power cut has cut it off.
    return null;
  }
}

/** Makes the longest undamaged file that an earlier process left the file at `path`; null: there is none. */
export async function takeOver(path: string, left: Left[]): Promise<{ side: Side; hash: Hash } | null> {
  for (const { path: from, side } of left) {
    if (side === null) continue;
    await copyOrMove(from, path);
    const hash = await hashOf(path, side.bytes);
    if (hash?.copy().digest('hex') === side.sha256) return { side, hash };
    await rm(path, { force: true });
  }
  return null;
}

/** Copies a file, because the process that wrote it may still write to it. Moves it if the disk has no room for a copy. */
async function copyOrMove(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    await rm(to, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    await rename(from, to);
  }
}

/** Hashes the first bytes of a file; null if it has fewer. */
async function hashOf(path: string, bytes: number): Promise<Hash | null> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, bytes));
  const file = await open(path, 'r');
  try {
    for (let position = 0; position < bytes;) {
      const wanted = Math.min(buffer.length, bytes - position);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      if (bytesRead === 0) return null;
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    return hash;
  } finally {
    await file.close();
  }
}

/** Deletes an unfinished file, and what is known of it. */
export async function removePart(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(sidePath(path), { force: true });
}
