/** A text without what PostgreSQL refuses: NUL characters, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
