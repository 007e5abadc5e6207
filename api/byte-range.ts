/** A part of a file. Both ends belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads the header `Range`.
 * @returns null: send the whole file, as without the header, or for several ranges or other units; `unsatisfiable`: nothing of the file
 *   is in the range
 */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
