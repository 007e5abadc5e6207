import type { CanonicalProduct } from '../domain/product.ts';

/** The single values of a canonical product by path, such as `options[0].rec`. */
export interface FlatProduct {
  /** Texts, numbers, booleans, null, and empty lists and objects. */
  values: ReadonlyMap<string, unknown>;
  /** The length of each list, by its path. */
  lengths: ReadonlyMap<string, number>;
}

/** Splits a product into its single values. */
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

/** The paths of the lists that contain a value, the outermost first. */
export function listsAround(path: string): string[] {
  return [...path.matchAll(/\[\d+\]/g)].map(({ index }) => path.slice(0, index));
}

/** The direct children of a value, by path. */
function entriesOf(value: unknown, path: string): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.map((item: unknown, place) => [`${path}[${place}]`, item]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => [path === '' ? key : `${path}.${key}`, item]);
}
