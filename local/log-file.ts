import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const LOG_BYTES_MAX = 10 * 1024 * 1024;
const TAIL_BYTES_MAX = 16 * 1024;
const TAIL_LINES = 20;

/**
 * Creates the folder of a log file, and renames an oversized file to `<name>.1`.
 * @returns the file's length, where the next process's lines begin
 */
export function prepareLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes <= LOG_BYTES_MAX) return bytes;
  renameSync(path, `${path}.1`);
  return 0;
}

/**
 * Creates a function that appends to an open log file. Bytes that a full disk refuses are lost, and the log records how many once
 * there is space again: the process that writes the output must neither wait nor end because of its log.
 */
export function createLogAppender(file: number): (bytes: Buffer) => void {
  let bytesLost = 0;
  return (bytes) => {
    try {
      if (bytesLost > 0) writeAll(file, Buffer.from(`(${bytesLost} bytes of this log are lost)\n`));
      bytesLost = 0;
      writeAll(file, bytes);
    } catch {
      bytesLost += bytes.length;
    }
  };
}

/** Writes all bytes, in parts if necessary: a nearly full disk may accept only some of them at a time. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/**
 * Reads the last lines of a log file, starting at `fromByte` at the earliest; returns an empty text if there is nothing to read.
 */
export function readLogTail(path: string, fromByte = 0): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = fstatSync(file).size;
    const start = Math.max(fromByte, bytes - TAIL_BYTES_MAX, 0);
    const buffer = Buffer.alloc(Math.max(bytes - start, 0));
    readSync(file, buffer, 0, buffer.length, start);
    return buffer.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    closeSync(file);
  }
}
