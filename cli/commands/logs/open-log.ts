import { open, stat } from 'node:fs/promises';

/** A file of lines that grows. */
export interface OpenLog {
  /** The whole lines that were not read yet, without their ends. */
  readLines(): Promise<string[]>;
}

/** No more of a file is read from its end; lines are far shorter than this over their number. */
const TAIL_BYTES_MAX = 4 * 1024 * 1024;

/** Opens a log before its last lines. A file that becomes shorter was set aside, and is read from its beginning. */
export async function openLog(path: string, lines: number): Promise<OpenLog> {
  const start = Math.max((await sizeOf(path)) - TAIL_BYTES_MAX, 0);
  const first = await readFrom(path, start);
  let position = first.end;
  // The line that it begins in is not whole.
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

/** To the end of the last whole line. */
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
