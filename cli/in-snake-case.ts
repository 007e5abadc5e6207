/**
 * Renames the fields of a value to snake_case for `--json`, as in the API's responses. Names that are not identifiers, such as
 * paths, stay unchanged. It would also rename fields whose names are data, such as ids or brands, but `--json` prints no object
 * with such fields.
 */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [snakeCased(name), inSnakeCase(of)]));
}

/** Converts the name of a field to snake_case; returns names that are not in camelCase unchanged. */
export function snakeCased(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
