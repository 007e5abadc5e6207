import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeDisk } from '../domain/disk.ts';
import { CrawlError } from '../domain/errors.ts';
import { findParts, removePart, sidePath, takeOver, type Left, type PartOrigin } from './left-parts.ts';
import { readDisk } from './read-disk.ts';
import { storageFailure } from './storage-failure.ts';
import { inFolder, syncFolder } from './write-file-atomically.ts';

export interface FinishedFile {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Runs something with a complete file, around the moment in which it gets its name: calls `publish` once, or throws. */
export type KeepFile<File> = (file: File, publish: () => Promise<void>) => Promise<void>;

/**
 * A file that is being received. If the process is killed, another one continues it. Each process has a file of its own, so that
 * one that was replaced, perhaps after it was frozen, cannot write into its successor's file.
 */
export interface PartFile {
  /** Null before the first `begin`. */
  origin(): PartOrigin | null;
  /** Returns how many bytes there are. */
  bytes(): number;
  /** Drops what there is, and begins anew. @throws CrawlError StorageFull when the disk has no room for the whole file */
  begin(origin: PartOrigin): Promise<void>;
  /** Adds bytes; they are written in blocks. @throws CrawlError StorageFull; StaleAttempt when another process continues the file */
  append(chunk: Uint8Array): Promise<void>;
  /**
   * Moves the complete file to its place, and replaces a file that is there.
   * @param keep called with the complete file; it calls `publish`, which moves the file
   * @throws CrawlError StaleAttempt when another process continues the file; what `keep` throws
   */
  finish(target: string, keep?: KeepFile<FinishedFile>): Promise<FinishedFile>;
  /** Writes what was added, and keeps the file for later, unless it is empty. Does nothing after `finish`. */
  close(): Promise<void>;
}

/** At most one block is lost when the process is killed. */
const BLOCK_BYTES = 512 * 1024;

/** An open unfinished file. */
interface Part {
  path: string;
  file: FileHandle;
  side: FileHandle;
  origin: PartOrigin | null;
  /** Written bytes and their hash. */
  bytes: number;
  hash: Hash;
  /** Bytes that wait until a block is full. */
  waiting: Uint8Array[];
  waitingBytes: number;
  isOpen: boolean;
}

/**
 * Opens an unfinished file, with what an earlier process left of it, unless that is damaged. It is `.<stem>.<random>.part`; what is
 * known of it is beside it, under `….part.json`.
 * @throws CrawlError StorageFull
 */
export async function openPartFile(folder: string, stem: string): Promise<PartFile> {
  const path = join(folder, `.${stem}.${randomBytes(6).toString('hex')}.part`);
  return onDisk(path, async () => {
    const part = await inFolder(folder, async () => openPart(path, await findParts(folder, stem)));
    return {
      origin: () => part.origin,
      bytes: () => part.bytes + part.waitingBytes,
      begin: (origin) => onDisk(path, () => begin(part, origin)),
      append: (chunk) => onDisk(path, () => append(part, chunk)),
      finish: (target, keep = (_, publish) => publish()) => onDisk(target, () => finish(part, target, keep)),
      close: () => close(part),
    };
  });
}

async function onDisk<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await storageFailure(error, path);
  }
}

async function openPart(path: string, left: Left[]): Promise<Part> {
  const kept = await takeOver(path, left);
  const file = await open(path, kept === null ? 'wx+' : 'r+');
  try {
    const side = await open(sidePath(path), 'wx');
    const { source, place, validator, totalBytes, contentType } = kept?.side ?? NO_ORIGIN;
    const part: Part = {
      path,
      file,
      side,
      origin: kept === null ? null : { source, place, validator, totalBytes, contentType },
      bytes: kept?.side.bytes ?? 0,
      hash: kept?.hash ?? createHash('sha256'),
      waiting: [],
      waitingBytes: 0,
      isOpen: true,
    };
    if (kept !== null) await writeSide(part);
    for (const other of left) await removePart(other.path);
    return part;
  } catch (error) {
    await file.close();
    await removePart(path);
    throw error;
  }
}

const NO_ORIGIN: PartOrigin = { source: '', place: '', validator: null, totalBytes: null, contentType: '' };

async function begin(part: Part, origin: PartOrigin): Promise<void> {
  await requireRoom(part, origin.totalBytes ?? 0);
  await part.file.truncate(0);
  await part.side.truncate(0);
  Object.assign(part, { bytes: 0, waiting: [], waitingBytes: 0 });
  part.hash = createHash('sha256');
  part.origin = origin;
}

async function requireRoom({ path, file }: Part, bytes: number): Promise<void> {
  const disk = await readDisk(dirname(path));
  // What is there gives its room back.
  const { size } = await file.stat();
  if (bytes <= disk.free_bytes + size) return;
  throw new CrawlError(
    'StorageFull',
    `There is no room for the ${bytes} bytes of ${basename(path)}: ${describeDisk(disk)}`,
    { evidence: { folder: disk.folder, freeBytes: disk.free_bytes } },
  );
}

async function append(part: Part, chunk: Uint8Array): Promise<void> {
  part.waiting.push(chunk);
  part.waitingBytes += chunk.byteLength;
  if (part.waitingBytes >= BLOCK_BYTES) await writeBlock(part);
}

async function writeBlock(part: Part): Promise<void> {
  if (part.waitingBytes === 0) return;
  const block = Buffer.concat(part.waiting, part.waitingBytes);
  part.waiting = [];
  part.waitingBytes = 0;
  await requireOwn(part);
  for (let written = 0; written < block.length;) {
    const room = block.length - written;
    const { bytesWritten } = await part.file.write(block, written, room, part.bytes + written);
    written += bytesWritten;
  }
  part.hash.update(block);
  part.bytes += block.length;
  await writeSide(part);
}

/** Stops a process whose file another process has taken over. */
async function requireOwn({ path }: Part): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CrawlError('StaleAttempt', `Another attempt has taken ${basename(path)} over.`);
  }
}

/** Overwrites in place: one short write, which a kill cannot split. A power cut can, which `readSide` or the hash finds. */
async function writeSide({ side, origin, bytes, hash }: Part): Promise<void> {
  const known = { ...origin, bytes, sha256: hash.copy().digest('hex') };
  // Never shorter than before, because `bytes` only grows until the side file is emptied.
  await side.write(JSON.stringify(known), 0);
}

async function finish(part: Part, target: string, keep: KeepFile<FinishedFile>): Promise<FinishedFile> {
  await writeBlock(part);
  await part.file.truncate(part.bytes);
  await part.file.sync();
  await closeHandles(part);
  const file = { bytes: part.bytes, sha256: part.hash.digest('hex') };
  await keep(file, async () => {
    await requireOwn(part);
    await rename(part.path, target);
    await syncFolder(dirname(target));
  });
  await rm(sidePath(part.path), { force: true });
  return file;
}

async function close(part: Part): Promise<void> {
  if (!part.isOpen) return;
  // What cannot be written is received again.
  await writeBlock(part).catch(() => undefined);
  await closeHandles(part);
  if (part.bytes === 0) await removePart(part.path);
}

async function closeHandles(part: Part): Promise<void> {
  part.isOpen = false;
  await part.file.close();
  await part.side.close();
}
