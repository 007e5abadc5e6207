/**
 * A value with the names of its fields in snake_case, as the API's answers have them, for `--json`. Names that are no
 * identifiers, such as paths, stay as they are. A value must have no object whose names are data, such as ids or brands:
 * they would be changed too. None that `--json` prints has one.
 */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [snakeCased(name), inSnakeCase(of)]));
}

/** The name of a field in snake_case. */
export function snakeCased(name: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
