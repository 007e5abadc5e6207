import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pathInside } from './path-inside.ts';

/** Follows no symbolic link, which could lead out of the storage, and waits for no writer of a named pipe. */
const ONLY_FILES = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An open file of a job. It stays the same file if another one takes its place meanwhile. */
export interface OpenJobFile {
  bytes: number;
  /** Reads the file to its end, and returns its SHA-256 in hexadecimal. */
  hash(): Promise<string>;
  /** Streams the file, or a part of it, once, and closes it at the end. @param part its first and last byte */
  stream(part?: { start: number; end: number }): ReturnType<FileHandle['createReadStream']>;
  close(): Promise<void>;
}

/**
 * Opens a file of a job for reading; null: it is not there.
 * @param path below the root
 * @throws CrawlError InvalidInput for a path that leads out of the root
 */
export async function openJobFile(root: string, path: string): Promise<OpenJobFile | null> {
  const file = await open(await pathInside(root, path), ONLY_FILES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      await file.close();
      return null;
    }
    const { size } = found;
    return {
      bytes: size,
      async hash() {
        const hash = createHash('sha256');
        const stream = file.createReadStream({ start: 0, autoClose: false });
        for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
        return hash.digest('hex');
      },
      stream: (part = { start: 0, end: Infinity }) => file.createReadStream(part),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
