import type { CanonicalProduct } from '../domain/product.ts';

/** The scalar values of a canonical product by path, such as `options[0].rec`. */
export interface FlatProduct {
  /** Texts, numbers, booleans and null, and also empty lists and objects. */
  values: ReadonlyMap<string, unknown>;
  /** The length of each list, by its path. */
  lengths: ReadonlyMap<string, number>;
}

/** Splits a product into its scalar values. */
export function flattenProduct(product: CanonicalProduct): FlatProduct {
  const values = new Map<string, unknown>();
  const lengths = new Map<string, number>();
  const walk = (value: unknown, path: string): void => {
    const entries = entriesOf(value, path);
    if (Array.isArray(value)) lengths.set(path, value.length);
    if (entries.length === 0) values.set(path, value);
    else for (const [below, item] of entries) walk(item, below);
  };
  walk(product, '');
  return { values, lengths };
}

/** Returns the paths of the lists that contain the value at this path, the outermost first. */
export function listsAround(path: string): string[] {
  return [...path.matchAll(/\[\d+\]/g)].map(({ index }) => path.slice(0, index));
}

/** Returns the direct children of a value with their paths. */
function entriesOf(value: unknown, path: string): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.map((item: unknown, place) => [`${path}[${place}]`, item]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => [path === '' ? key : `${path}.${key}`, item]);
}
