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
 * Makes the folder of a log file, and sets a grown file aside as `<name>.1`.
 * @returns how long the file is now: where the lines of the next process begin
 */
export function prepareLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes <= LOG_BYTES_MAX) return bytes;
  renameSync(path, `${path}.1`);
  return 0;
}

/**
 * Makes a function that appends to an open log file. What a full disk refuses is lost, and the log says how much when
 * there is space again: the process whose output it is must neither wait nor end for its log.
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

/** A disk that is nearly full takes a part. */
function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** The last lines of a log file, none from before `fromByte`; an empty text when there is nothing to read. */
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
