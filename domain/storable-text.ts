/** A text without what PostgreSQL refuses: NUL characters, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The same for all texts of a JSON value, names included. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [storable(name), storableJson(content)]),
  );
}
