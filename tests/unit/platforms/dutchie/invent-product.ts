import { DOCUMENTED_FIELDS } from '../../../../platforms/dutchie/documented-fields.ts';
import type { Random } from '../../../../sandbox/world/random.ts';

/** The documented fields by the path of their parent. */
const byParent = Map.groupBy(
  DOCUMENTED_FIELDS.filter(({ path }) => !path.endsWith('[]') && !path.endsWith('{}')),
  ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.'))),
);

/** For the path of each documented field, whether it is an object or a list of objects. */
export const HOLDS_OBJECTS: ReadonlyMap<string, boolean> = new Map(
  DOCUMENTED_FIELDS.map(({ path, types }) => {
    const item = DOCUMENTED_FIELDS.find((field) => field.path === `${path}[]`);
    return [plain(path), types.includes('object') || (item?.types.includes('object') ?? false)];
  }),
);

/** Removes the list marks from a path. */
export function plain(path: string): string {
  return path.replaceAll('[]', '');
}

/**
 * Invents a product with the documented fields, each of which is sometimes null, except one of its two ids. All texts equal the label of
 * one option, so that lookups by other texts also find something.
 */
export function inventProduct(random: Random, parent = ''): Record<string, unknown> {
  const fields = byParent.get(parent);
  // The parent is documented as an object without known fields, so it gets a value for any field.
  if (fields === undefined) return new Proxy({}, { get: () => 1 });
  return Object.fromEntries(
    fields.map(({ path, types: [type = 'string'] }) => [
      path.slice(path.lastIndexOf('.') + 1),
      path === '_id' || !random.chance(0.3) ? fieldOf(random, path, type) : null,
    ]),
  );
}

function fieldOf(random: Random, path: string, type: string): unknown {
  if (path.endsWith('.discountType'))
    return random.pick(['percentDiscount', 'dollarDiscount', 'targetPrice']);
  if (type === 'object') return inventProduct(random, path);
  if (type !== 'array') return valueOf(random, type);
  const item = DOCUMENTED_FIELDS.find((field) => field.path === `${path}[]`)?.types[0] ?? 'string';
  return [item === 'object' ? inventProduct(random, `${path}[]`) : valueOf(random, item)];
}

function valueOf(random: Random, type: string): unknown {
  if (type === 'boolean') return random.chance(0.5);
  return type === 'number' ? 1 : '1g';
}
