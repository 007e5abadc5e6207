import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { HeldFile } from '../domain/crawl-run.ts';
import { CrawlError } from '../domain/errors.ts';
import { pathInside } from './path-inside.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

const gzipBytes = promisify(gzip);
const gunzipBytes = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** The maximum size of a payload's JSON. */
export const RAW_BYTES_MAX = 200_000_000;

export type StoredPayload = {
  /** Relative to the root, with forward slashes: payloads/<year>/<month>/<day>/store_<id>_<time>.json.gz */
  path: string;
  /** SHA-256 of the file's compressed bytes, in hex. */
  sha256: string;
  /** Size of the file. */
  bytes: number;
  /** Size of the JSON in the file, uncompressed. */
  rawBytes: number;
};

export type PayloadFiles = {
  /** The pod whose disk has these files; null if all workers share the storage. */
  readonly held: HeldFile | null;
  /**
   * Stores one menu as of `fetchedAt`. A Buffer must contain JSON; anything else is serialized as JSON.
   * @throws CrawlError StorageFull; InvalidInput for a bad id or date, or when this store already has another payload of the
   * same millisecond; ContractBroken for more than 200 MB of JSON; passes system errors on
   */
  write(payload: {
    dispensaryId: number | string;
    fetchedAt: Date;
    document: unknown;
  }): Promise<StoredPayload>;
  /**
   * Reads a payload and verifies that it is unchanged.
   * @param expected the row's checksum and size; `maxBytes` limits the JSON, 200 MB by default
   * @returns the parsed document
   * @throws CrawlError CorruptPayload when the file is missing, differs or does not parse; InvalidInput for a path outside the
   * root
   */
  read(path: string, expected: { sha256: string; bytes: number; maxBytes?: number }): Promise<unknown>;
  /**
   * Reads the file's gzipped bytes and verifies that they are unchanged.
   * @throws CrawlError CorruptPayload when the file is missing or differs; InvalidInput for a path outside the root
   */
  readCompressed(path: string, expected: { sha256: string; bytes: number }): Promise<Buffer>;
  /**
   * Checks a payload's file: compares its size and, if `isDeep`, also its content.
   * @throws system errors other than that of a missing file
   */
  check(
    path: string,
    expected: { sha256: string; bytes: number; isDeep: boolean },
  ): Promise<'whole' | 'missing' | 'corrupt'>;
  /** Deletes a payload; a missing one is no error. @throws CrawlError InvalidInput for a path outside the root. */
  remove(path: string): Promise<void>;
};

/** Creates access to the raw payloads under a storage root, one compressed file each. */
export function createPayloadFiles({
  root,
  held = null,
}: {
  root: string;
  held?: HeldFile | null;
}): PayloadFiles {
  return {
    held,
    write: (payload) => writePayload(root, payload),
    read: (path, expected) => readPayload(root, path, expected),
    readCompressed: (path, expected) => readProven(root, path, expected),
    check: (path, expected) => checkPayload(root, path, expected),
    async remove(path) {
      await rm(await pathInside(root, path), { force: true });
    },
  };
}

/** Returns the path of a store's payload relative to the root. @throws CrawlError InvalidInput for a bad id or date */
export function payloadPath(dispensaryId: number | string, fetchedAt: Date): string {
  const id = String(dispensaryId);
  if (!/^[1-9]\d{0,18}$/.test(id)) {
    throw new CrawlError(
      'InvalidInput',
      `Expected a dispensary id (a positive whole number), got "${id.slice(0, 40)}"`,
    );
  }
  const iso = Number.isNaN(fetchedAt.getTime()) ? '' : fetchedAt.toISOString();
  if (!/^\d{4}-/.test(iso))
    throw new CrawlError('InvalidInput', 'Expected a time of fetching in the years 0 to 9999');
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `payloads/${year}/${month}/${day}/store_${id}_${iso.replaceAll(/[-:.]/g, '')}.json.gz`;
}

async function writePayload(
  root: string,
  { dispensaryId, fetchedAt, document }: Parameters<PayloadFiles['write']>[0],
): Promise<StoredPayload> {
  const path = payloadPath(dispensaryId, fetchedAt);
  const raw = jsonBytes(document);
  if (raw.length > RAW_BYTES_MAX) {
    throw new CrawlError(
      'ContractBroken',
      `Expected a menu of at most ${RAW_BYTES_MAX} bytes of JSON, got ${raw.length}: it could not be read back`,
    );
  }
  const file = await gzipBytes(raw);
  const outcome = await writeFileAtomically(join(root, path), file);
  if (outcome === 'exists' && !(await readFile(join(root, path))).equals(file)) {
    throw new CrawlError('InvalidInput', `Expected no payload at ${path}, there is another one`);
  }
  return { path, sha256: sha256Of(file), bytes: file.length, rawBytes: raw.length };
}

function jsonBytes(document: unknown): Buffer {
  if (Buffer.isBuffer(document)) return document;
  const text = JSON.stringify(document) as string | undefined;
  if (text === undefined)
    throw new CrawlError('InvalidInput', `Expected a JSON document, got ${typeof document}`);
  return Buffer.from(text);
}

async function readPayload(
  root: string,
  path: string,
  expected: Parameters<PayloadFiles['read']>[1],
): Promise<unknown> {
  const file = await readProven(root, path, expected);
  try {
    // A file that passes the checksum is ours, unless its row was forged too: the limit guards against that.
    const raw = await gunzipBytes(file, { maxOutputLength: expected.maxBytes ?? RAW_BYTES_MAX });
    return JSON.parse(raw.toString('utf8'));
  } catch (cause) {
    throw corrupt(path, 'it does not decompress to JSON within the limit', cause);
  }
}

async function readProven(
  root: string,
  path: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<Buffer> {
  const file = await readExactly(await pathInside(root, path), path, bytes);
  if (sha256Of(file) !== sha256.toLowerCase()) throw corrupt(path, 'the checksum differs from the row');
  return file;
}

async function checkPayload(
  root: string,
  path: string,
  { sha256, bytes, isDeep }: Parameters<PayloadFiles['check']>[1],
): Promise<'whole' | 'missing' | 'corrupt'> {
  const absolute = await pathInside(root, path);
  const found = await lstat(absolute).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) return 'missing';
  if (!found.isFile() || found.size !== bytes) return 'corrupt';
  if (!isDeep) return 'whole';
  try {
    await readPayload(root, path, { sha256, bytes });
    return 'whole';
  } catch (error) {
    if (error instanceof CrawlError && error.kind === 'CorruptPayload') return 'corrupt';
    throw error;
  }
}

async function readExactly(absolute: string, path: string, expectedBytes: number): Promise<Buffer> {
  const file = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ELOOP')
        throw corrupt(path, `there is no such file in ${absolute.slice(0, -path.length)}`, cause);
      throw cause;
    },
  );
  try {
    // Check the size before reading, so that a huge file costs no memory.
    const { size } = await file.stat();
    if (size !== expectedBytes)
      throw corrupt(path, `its size is ${size} bytes, the row says ${expectedBytes}`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function corrupt(path: string, fact: string, cause?: unknown): CrawlError {
  return new CrawlError('CorruptPayload', `Expected the payload ${path} as it was written: ${fact}`, {
    evidence: { path },
    cause,
  });
}
