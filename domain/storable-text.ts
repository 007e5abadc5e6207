/** Removes or replaces what PostgreSQL refuses in a text: drops NUL characters, and puts U+FFFD for unpaired surrogates. */
export function storable(text: string): string {
  // Nearly all texts need no change, and this check costs a fifth of a copy.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.replaceAll('\u0000', '').toWellFormed();
}
