/** The most values kept of one field of one product. */
const LEAVES_MAX = 100;

const LENGTH_MAX = 200;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the values of a product at a path, in the notation of `structureOf`, as sorted texts: all values inside an object or list
 * there, without their keys. The number 5 and the text "5" give the same text. Null if there are no values.
 */
export function valuesAt(product: object, path: string): string[] | null {
  const leaves: string[] = [];
  collect(product, path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [], leaves);
  return leaves.length === 0 ? null : leaves.sort();
}

function collect(value: unknown, [step, ...further]: readonly string[], leaves: string[]): void {
  if (value === null || value === undefined || leaves.length >= LEAVES_MAX) return;
  if (typeof value !== 'object') {
    if (step === undefined) leaves.push(textOf(value));
    return;
  }
  if (step === undefined || step === '{}') {
    for (const inner of Object.values(value)) collect(inner, further, leaves);
    return;
  }
  if (step === '[]') {
    if (Array.isArray(value)) for (const item of value) collect(item, further, leaves);
    return;
  }
  if (!Array.isArray(value) && Object.hasOwn(value, step))
    collect((value as Record<string, unknown>)[step], further, leaves);
}

function textOf(value: unknown): string {
  const text = String(value).slice(0, LENGTH_MAX);
  return NUMBER.test(text) ? String(Number(text)) : text;
}

/** Returns the similarity of two lists of sorted values: the share of values that are in both. */
export function likenessOf(one: readonly string[], other: readonly string[]): number {
  let [at, otherAt, both] = [0, 0, 0];
  while (at < one.length && otherAt < other.length) {
    const [value, otherValue] = [one[at]!, other[otherAt]!];
    if (value === otherValue) both += 1;
    if (value <= otherValue) at += 1;
    if (otherValue <= value) otherAt += 1;
  }
  return (2 * both) / (one.length + other.length);
}
