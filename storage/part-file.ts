import { createHash, randomUUID, type Hash } from 'node:crypto';
import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describeDisk } from '../domain/disk.ts';
import { CrawlError } from '../domain/errors.ts';
import { readDisk } from './read-disk.ts';
import { storageFailure } from './storage-failure.ts';
import { makeFolders, syncFolder } from './write-file-atomically.ts';

/** Where the bytes of an unfinished file come from. */
interface PartOrigin {
  /** Identifies the address without naming it, because an address may contain a signature. */
  source: string;
  /** The site's mark of this content, such as an ETag; null: it sent none, so the file cannot be continued. */
  validator: string | null;
  /** Null if the site did not say. */
  totalBytes: number | null;
  contentType: string;
}

export interface FinishedFile {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** A file that is being received. If the process is killed, another one continues it. */
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
   * @throws CrawlError UpstreamError if a continued file is not what was received; it is deleted then
   */
  finish(target: string): Promise<FinishedFile>;
  /** Writes what was added, and keeps the file for later, unless it is empty. Does nothing after `finish`. */
  close(): Promise<void>;
  /** Deletes the file: nobody will continue it. */
  discard(): Promise<void>;
}

/** The suffix of unfinished files. */
export const PART_SUFFIX = '.part';

/** At most one block is lost when the process is killed. */
const BLOCK_BYTES = 512 * 1024;

const READ_BYTES = 4 * 1024 * 1024;

/** What is written beside an unfinished file after each block. */
interface Side extends PartOrigin {
  /** The process that writes the file. */
  owner: string;
  bytes: number;
  /** The hash of those bytes: shows damage, as after a power cut. */
  sha256: string;
}

/** An open unfinished file. */
interface Part {
  path: string;
  owner: string;
  file: FileHandle;
  side: FileHandle;
  origin: PartOrigin | null;
  /** Written bytes and their hash. */
  bytes: number;
  hash: Hash;
  /** Bytes that wait until a block is full. */
  waiting: Uint8Array[];
  waitingBytes: number;
  /** Whether another process wrote the first bytes. */
  isContinued: boolean;
  isOpen: boolean;
}

/**
 * Opens an unfinished file, with what an earlier process left of it, unless that is damaged. What is known of the file is beside
 * it, under `<path>.json`.
 * @throws CrawlError StorageFull
 */
export async function openPartFile(path: string): Promise<PartFile> {
  return onDisk(path, async () => {
    await makeFolders(dirname(path));
    const part: Part = {
      path,
      owner: randomUUID(),
      file: await openOrMake(path),
      side: await openOrMake(sidePath(path)),
      origin: null,
      bytes: 0,
      hash: createHash('sha256'),
      waiting: [],
      waitingBytes: 0,
      isContinued: false,
      isOpen: true,
    };
    await takeOver(part);
    return {
      origin: () => part.origin,
      bytes: () => part.bytes + part.waitingBytes,
      begin: (origin) => onDisk(path, () => begin(part, origin)),
      append: (chunk) => onDisk(path, () => append(part, chunk)),
      finish: (target) => onDisk(target, () => finish(part, target)),
      close: () => close(part),
      discard: () => discard(part),
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

function sidePath(path: string): string {
  return `${path}.json`;
}

/** Opens a file for reading and writing, without emptying it. */
async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'w+');
  }
}

/** Takes the file over from another process, and continues what it left, if its hash shows that this is undamaged. */
async function takeOver(part: Part): Promise<void> {
  const side = await readSide(part.path);
  const hash = side === null ? null : await hashOf(part.file, side.bytes);
  if (side !== null && hash?.copy().digest('hex') === side.sha256) {
    const { source, validator, totalBytes, contentType } = side;
    part.origin = { source, validator, totalBytes, contentType };
    part.bytes = side.bytes;
    part.hash = hash;
    part.isContinued = side.bytes > 0;
  } else await part.side.truncate(0);
  await writeSide(part);
}

/** Reads what is known of a file; null: nothing that can be continued. */
async function readSide(path: string): Promise<Side | null> {
  const side = await parseSide(path);
  return typeof side.source === 'string' && Number.isSafeInteger(side.bytes) ? (side as Side) : null;
}

async function parseSide(path: string): Promise<Partial<Side>> {
  try {
    return JSON.parse(await readFile(sidePath(path), 'utf8')) as Partial<Side>;
  } catch {
    // It is missing, or a power cut has cut it off.
    return {};
  }
}

/** Hashes the first bytes of a file; null if it has fewer. */
async function hashOf(file: FileHandle, bytes: number): Promise<Hash | null> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, Math.max(bytes, 1)));
  for (let position = 0; position < bytes;) {
    const wanted = Math.min(buffer.length, bytes - position);
    const { bytesRead } = await file.read(buffer, 0, wanted, position);
    if (bytesRead === 0) return null;
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return hash;
}

async function begin(part: Part, origin: PartOrigin): Promise<void> {
  await part.file.truncate(0);
  await part.side.truncate(0);
  Object.assign(part, { bytes: 0, waiting: [], waitingBytes: 0, isContinued: false });
  part.hash = createHash('sha256');
  part.origin = origin;
  await requireRoom(part.path, origin.totalBytes ?? 0);
  await writeSide(part);
}

async function requireRoom(path: string, bytes: number): Promise<void> {
  const disk = await readDisk(dirname(path));
  if (bytes <= disk.free_bytes) return;
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
    const { bytesWritten } = await part.file.write(
      block,
      written,
      block.length - written,
      part.bytes + written,
    );
    written += bytesWritten;
  }
  part.hash.update(block);
  part.bytes += block.length;
  await writeSide(part);
}

/** Stops a process that was frozen while another one took the file over. */
async function requireOwn({ path, owner }: Part): Promise<void> {
  if ((await parseSide(path)).owner === owner) return;
  throw new CrawlError('StaleAttempt', `Another attempt has taken ${basename(path)} over.`);
}

/** Overwrites in place: one short write, which a kill cannot split. A power cut can, which `readSide` or the hash finds. */
async function writeSide({ side, owner, origin, bytes, hash }: Part): Promise<void> {
  const known = { ...origin, owner, bytes, sha256: hash.copy().digest('hex') };
  // Never shorter than before, because `bytes` only grows until the side file is emptied.
  await side.write(JSON.stringify(known), 0);
}

async function finish(part: Part, target: string): Promise<FinishedFile> {
  await writeBlock(part);
  const sha256 = part.hash.digest('hex');
  // The first bytes were checked before they were continued. Another process may have written over them since.
  if (part.isContinued && (await hashOf(part.file, part.bytes))?.digest('hex') !== sha256) {
    await rm(sidePath(part.path), { force: true });
    throw new CrawlError('UpstreamError', `${basename(target)} was damaged while it was received.`, {
      evidence: { fault: 'damaged-part' },
    });
  }
  await part.file.truncate(part.bytes);
  await part.file.sync();
  await closeHandles(part);
  await rename(part.path, target);
  await syncFolder(dirname(target));
  await rm(sidePath(part.path), { force: true });
  return { bytes: part.bytes, sha256 };
}

async function close(part: Part): Promise<void> {
  if (!part.isOpen) return;
  // What cannot be written is received again.
  await writeBlock(part).catch(() => undefined);
  if (part.bytes === 0) await discard(part);
  else await closeHandles(part);
}

async function discard(part: Part): Promise<void> {
  await closeHandles(part);
  const isOwn = (await parseSide(part.path)).owner === part.owner;
  if (!isOwn) return;
  await rm(part.path, { force: true });
  await rm(sidePath(part.path), { force: true });
}

async function closeHandles(part: Part): Promise<void> {
  part.isOpen = false;
  await part.file.close();
  await part.side.close();
}
