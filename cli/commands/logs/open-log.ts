import { open, stat } from 'node:fs/promises';

/** A growing log file. */
export interface OpenLog {
  /** Reads the complete lines since the last call, without line breaks. */
  readLines(): Promise<string[]>;
}

/** The most bytes that are read from the end of a file; the last lines are far shorter. */
const TAIL_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Opens a log so that the first read returns its last lines. A file that becomes shorter was rotated, and is read from its
 * beginning.
 */
export async function openLog(path: string, lines: number): Promise<OpenLog> {
  const start = Math.max((await sizeOf(path)) - TAIL_BYTES_MAX, 0);
  const first = await readFrom(path, start);
  let position = first.end;
  // The first line is incomplete unless the read began at the start of the file.
  let tail = linesOf(first.text)
    .slice(start === 0 ? 0 : 1)
    .slice(-lines);
  return {
    async readLines() {
      const before = tail;
      tail = [];
      if ((await sizeOf(path)) < position) position = 0;
      const { text, end } = await readFrom(path, position);
      position = end;
      return [...before, ...linesOf(text)];
    },
  };
}

/** Reads from a position to the end of the last complete line. */
async function readFrom(path: string, start: number): Promise<{ text: string; end: number }> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return { text: '', end: start };
  try {
    const length = Math.max((await file.stat()).size - start, 0);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    return { text: buffer.subarray(0, end).toString('utf8'), end: start + end };
  } finally {
    await file.close();
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
