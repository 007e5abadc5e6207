/** Packs ascending indexes into a text: thousands of them do not fit a cursor as a list. */
export function packIndexes(indexes: readonly number[]): string {
  const bits = Buffer.alloc(Math.floor((indexes.at(-1) ?? -1) / 8) + 1);
  for (const index of indexes) bits[index >> 3]! |= 1 << (index & 7);
  return bits.toString('base64');
}

/** Returns the indexes that `packIndexes` has packed. */
export function unpackIndexes(packed: string): number[] {
  const bits = Buffer.from(packed, 'base64');
  return Array.from({ length: bits.length * 8 }, (_, index) => index).filter(
    (index) => (bits[index >> 3]! >> (index & 7)) & 1,
  );
}
