import { createHash } from 'node:crypto';

/** The key of an entry by its name. */
export function keyOf(name: string | number): string {
  return createHash('sha256').update(String(name)).digest('hex');
}

/** What every process keeps under the key of this number. */
export function sampleBytes(number: number): Buffer {
  return Buffer.alloc(500 + number * 20, number);
}
