import { storable } from './storable-text.ts';

/**
 * The structure of a payload: which fields its objects have, and the JSON types of their values. It is compared with what is
 * known, so that a platform's changes are noticed before prices go missing.
 *
 * A field is named by its path: `POSMetaData.children[].option`. `[]` is an item of a list, `{}` a value of an object whose keys
 * are ids or other data. Null has no type, because any field may be null.
 */

export type FieldType = 'boolean' | 'number' | 'string' | 'object' | 'array';

/** The types, in the order of their bits in `Node.types`. */
const TYPES: readonly FieldType[] = ['boolean', 'number', 'string', 'object', 'array'];

/** Options that keep the structure of a platform's payloads small. */
export interface StructureOptions {
  /** Names of fields whose objects are keyed by data, such as ids. */
  maps: ReadonlySet<string>;
}

/** The findings about one field in one payload. */
export interface FoundField {
  types: FieldType[];
  /** Whether every object that could have the field has it. Always false for items of lists and values of maps. */
  isInAll: boolean;
  /** How many values of the field are objects, each of which could have the fields inside it. */
  objects: number;
  /** The first value of each type. */
  firsts: Partial<Record<FieldType, unknown>>;
}

export interface Structure {
  /** How many products are objects. */
  products: number;
  /** By path. */
  fields: ReadonlyMap<string, FoundField>;
}

/** Far more than any platform has; further fields are ignored. */
const FIELDS_MAX = 2_000;

/** If the objects of a field have more keys, the further keys count as data, not as names. */
const KEYS_MAX = 150;

/** Deeper values are ignored. */
const DEPTH_MAX = 16;

const KEY_LENGTH_MAX = 80;

const EXAMPLE_LENGTH_MAX = 120;

/** Keys that are data, not names: ids of 24 hexadecimal digits, UUIDs and numbers. */
const ID_KEY = /^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+)$/i;

/** A field during the traversal of a payload. */
interface Node {
  path: string;
  types: number;
  present: number;
  /** How many values were objects, which could have the fields. */
  objects: number;
  fields: Map<string, Node>;
  item: Node | null;
  value: Node | null;
  isMap: boolean;
  /** The first value of each type, by the position of the type. */
  firsts: unknown[];
}

interface Walk {
  options: StructureOptions;
  nodes: number;
}

/** Finds the structure of a payload's products. The result is bounded in size whatever the payload contains. */
export function structureOf(products: readonly unknown[], options: StructureOptions): Structure {
  const walk: Walk = { options, nodes: 0 };
  const root = createNode(walk, '', '');
  for (const product of products) visit(walk, root, { value: product, depth: 0 });
  const fields = new Map<string, FoundField>();
  collect(fields, root);
  return { products: root.objects, fields };
}

function createNode(walk: Walk, path: string, key: string): Node {
  walk.nodes += 1;
  return {
    path,
    types: 0,
    present: 0,
    objects: 0,
    fields: new Map(),
    item: null,
    value: null,
    isMap: walk.options.maps.has(key),
    firsts: [],
  };
}

function visit(walk: Walk, node: Node, { value, depth }: { value: unknown; depth: number }): void {
  node.present += 1;
  const type = positionOf(value);
  if (type === -1) return;
  if ((node.types & (1 << type)) === 0) {
    node.types |= 1 << type;
    node.firsts[type] = value;
  }
  if (type < 3 || depth >= DEPTH_MAX) return;
  if (type === 4) visitItems(walk, node, { items: value as unknown[], depth });
  else visitFields(walk, node, { object: value as Record<string, unknown>, depth });
}

function visitItems(walk: Walk, node: Node, { items, depth }: { items: unknown[]; depth: number }): void {
  if (items.length === 0) return;
  node.item ??= isFull(walk) ? null : createNode(walk, `${node.path}[]`, '');
  if (node.item === null) return;
  for (const item of items) visit(walk, node.item, { value: item, depth: depth + 1 });
}

function visitFields(
  walk: Walk,
  node: Node,
  { object, depth }: { object: Record<string, unknown>; depth: number },
): void {
  node.objects += 1;
  for (const key in object) {
    const field = fieldOf(walk, node, key);
    if (field !== null) visit(walk, field, { value: object[key], depth: depth + 1 });
  }
}

function fieldOf(walk: Walk, node: Node, key: string): Node | null {
  const known = node.fields.get(key);
  if (known !== undefined) return known;
  if (node.isMap || node.fields.size >= KEYS_MAX || key.length > KEY_LENGTH_MAX || ID_KEY.test(key)) {
    node.value ??= isFull(walk) ? null : createNode(walk, `${node.path}{}`, '');
    return node.value;
  }
  if (isFull(walk)) return null;
  const name = key === '' ? '""' : key;
  const field = createNode(walk, node.path === '' ? name : `${node.path}.${name}`, key);
  node.fields.set(key, field);
  return field;
}

function isFull(walk: Walk): boolean {
  return walk.nodes >= FIELDS_MAX;
}

function positionOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 2;
    case 'number':
      return 1;
    case 'boolean':
      return 0;
    case 'object':
      return value === null ? -1 : Array.isArray(value) ? 4 : 3;
    default:
      return -1;
  }
}

function collect(fields: Map<string, FoundField>, node: Node): void {
  for (const field of node.fields.values()) {
    add(fields, field, field.present === node.objects);
    collect(fields, field);
  }
  for (const element of [node.item, node.value]) {
    if (element === null) continue;
    add(fields, element, false);
    collect(fields, element);
  }
}

function add(fields: Map<string, FoundField>, node: Node, isInAll: boolean): void {
  const types = TYPES.filter((_, position) => (node.types & (1 << position)) !== 0);
  const firsts = Object.fromEntries(types.map((type) => [type, node.firsts[TYPES.indexOf(type)]]));
  const found: FoundField = { types, isInAll, objects: node.objects, firsts };
  const path = storable(node.path);
  const same = fields.get(path);
  // Two keys may become equal when made storable, or because one contains a dot.
  fields.set(path, same === undefined ? found : joinFound(same, found));
}

function joinFound(one: FoundField, other: FoundField): FoundField {
  return {
    types: TYPES.filter((type) => one.types.includes(type) || other.types.includes(type)),
    isInAll: one.isInAll && other.isInAll,
    objects: one.objects + other.objects,
    firsts: { ...other.firsts, ...one.firsts },
  };
}

/** Formats a value as JSON, shortened and storable. */
export function exampleOf(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return inner.slice(0, EXAMPLE_LENGTH_MAX);
    return Array.isArray(inner) ? inner.slice(0, 3) : inner;
  });
  return storable(text.slice(0, EXAMPLE_LENGTH_MAX));
}
