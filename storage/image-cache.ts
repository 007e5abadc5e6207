import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { storageFailure } from './storage-failure.ts';
import { TEMPORARY_SUFFIX } from './write-file-atomically.ts';

export interface ImageCache {
  /** Reads an entry; null if there is none. Deletes a damaged entry. */
  read(key: string): Promise<Buffer | null>;
  /**
   * Stores an entry. When space is needed, the least recently read entries are deleted. Skips entries larger than a tenth of
   * `bytesMax`.
   * @throws CrawlError StorageFull
   */
  write(key: string, bytes: Buffer): Promise<void>;
}

export interface ImageCacheOptions {
  folder: string;
  bytesMax: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const HASH_BYTES = 32;
/** Updates the last-read time at most this often, since each update is a disk write. */
const TOUCH_EVERY_MS = 60_000;
/** A temporary file this old is deleted, because its writer has died. */
const TEMPORARY_KEPT_MS = 600_000;

/**
 * Creates a cache of pictures on disk. Each file holds the picture's SHA-256 and its bytes. The file's modification time is the time
 * of the last read, so that the order outlives the process and is shared by all processes that use the folder.
 *
 * Each process scans the folder after it has written a tenth of `bytesMax`. If more than nine tenths are used, it deletes entries
 * until eight tenths are left. A single process never exceeds the limit; each further process may exceed it by a tenth.
 */
export function createImageCache({ folder, bytesMax, now = Date.now }: ImageCacheOptions): ImageCache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), key);
  // One write at a time, so that writes during a scan are counted too.
  const turns = pLimit(1);
  // Infinity makes the first write scan the folder, which may hold entries of earlier processes.
  let writtenSinceSweep = Infinity;

  async function makeRoom(size: number): Promise<void> {
    writtenSinceSweep += size;
    if (writtenSinceSweep <= bytesMax / 10) return;
    await sweep({ folder, bytesMax, nowMs: now() });
    writtenSinceSweep = size;
  }

  async function writeEntry(key: string, bytes: Buffer): Promise<void> {
    const path = pathOf(key);
    const temporary = `${path}.${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`;
    try {
      await makeRoom(HASH_BYTES + bytes.length);
      await mkdir(dirname(path), { recursive: true });
      // Not flushed: after a crash, an incomplete file fails its checksum, and its picture is rendered again.
      await writeFile(temporary, [hashOf(bytes), bytes]);
      await utimes(temporary, now() / 1000, now() / 1000);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw await storageFailure(error, path);
    }
  }

  return {
    async read(key) {
      const path = pathOf(key);
      const entry = await readEntry(path, { nowMs: now() });
      if (entry === null) return null;
      const bytes = entry.subarray(HASH_BYTES);
      if (entry.length >= HASH_BYTES && hashOf(bytes).equals(entry.subarray(0, HASH_BYTES))) return bytes;
      await rm(path, { force: true, recursive: true });
      return null;
    },
    async write(key, bytes) {
      if (HASH_BYTES + bytes.length > bytesMax / 10) return;
      await turns(() => writeEntry(key, bytes));
    },
  };
}

async function readEntry(path: string, { nowMs }: { nowMs: number }): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { mtimeMs } = await file.stat();
      const bytes = await file.readFile();
      if (nowMs - mtimeMs > TOUCH_EVERY_MS) await file.utimes(nowMs / 1000, nowMs / 1000);
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    // A link or a folder is at this path: the caller deletes it like a damaged entry.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'EISDIR') return Buffer.alloc(0);
    // The entry is absent, or the disk fails: either way, the picture must be rendered.
    return null;
  }
}

interface Entry {
  path: string;
  bytes: number;
  usedAtMs: number;
}

/** Deletes the temporary files of dead writers and, when space is scarce, the least recently read entries. */
async function sweep(limits: { folder: string; bytesMax: number; nowMs: number }): Promise<void> {
  const entries: Entry[] = [];
  for (const file of await filesBelow(limits.folder)) {
    const isTemporary = file.path.endsWith(TEMPORARY_SUFFIX);
    if (isTemporary && limits.nowMs - file.usedAtMs > TEMPORARY_KEPT_MS) await rm(file.path, { force: true });
    else if (!isTemporary) entries.push(file);
  }
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limits.bytesMax * 0.9) return;
  for (const { path, bytes } of entries.sort((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (total <= limits.bytesMax * 0.8) return;
    await rm(path, { force: true });
    total -= bytes;
  }
}

async function filesBelow(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: Entry[] = [];
  for (const entry of found) {
    if (entry.isDirectory()) files.push(...(await filesOf(join(folder, entry.name))));
  }
  return files;
}

/** Lists the files in a folder. Tolerates errors, because another process may delete any file at any time. */
async function filesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const known = await lstat(path).catch(() => null);
      return known?.isFile() ? { path, bytes: known.size, usedAtMs: known.mtimeMs } : null;
    }),
  );
  return files.filter((file) => file !== null);
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
