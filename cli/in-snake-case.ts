/**
 * Renames the fields of a value to snake_case, as in the API's responses, for `--json`. Names that are not identifiers, such as
 * paths, stay unchanged. Objects whose names are data, such as ids or brands, would be renamed, too; `--json` prints no such
 * object.
 */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [snakeCased(name), inSnakeCase(of)]));
}

/** Converts the name of a field to snake_case. */
export function snakeCased(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
