import { createHash } from 'node:crypto';

/** Returns the key in the cache for an entry's name. */
export function keyOf(name: string | number): string {
  return createHash('sha256').update(String(name)).digest('hex');
}

/** Returns the bytes that every process stores under the key of this number. */
export function sampleBytes(number: number): Buffer {
  return Buffer.alloc(500 + number * 20, number);
}
