import { exampleOf, structureOf, type FieldType, type StructureOptions } from '../structure.ts';
import { findRenamed, type RenamedField } from './find-renamed.ts';
import { outerOf } from './outer-field.ts';
import { pairProducts } from './pair-products.ts';

/**
 * Compares the fields of a platform in two menus of a store: which vanished, which appeared, and which of those probably are the
 * same field under another name.
 *
 * A field is present if its value is not null, because a null is as useless to a reader as a missing field. The share of a field is
 * the share of products that have it, at least once.
 */

/** A field that vanished from, or appeared in, at least half of the products that have it. */
export interface ChangedField {
  /** As in `structureOf`: `POSMetaData.children[].option`. */
  path: string;
  types: FieldType[];
  /** Shares of products, 0 to 1. */
  before: number;
  after: number;
  /** Whether the key still exists, or existed before, with the value null. */
  isNull: boolean;
  /** The first value in JSON, shortened. */
  example: string;
  /** How many fields inside this one vanished or appeared with it. */
  inside: number;
}

export interface FieldComparison {
  /** Compared products in each menu. */
  products: { before: number; after: number };
  /** Whether only products of both menus were compared; otherwise each menu is represented by its own products. */
  areSame: boolean;
  /** The most frequent fields first; without fields inside another one of the list. */
  vanished: ChangedField[];
  appeared: ChangedField[];
  /** The fields with the most equal values first. */
  renamed: RenamedField[];
}

/** The most products compared per menu. */
const PRODUCTS_MAX = 300;

/** If this many products, or half of the older menu, are in both menus, only these are compared: others may have other fields. */
const SAME_MIN = 20;

/**
 * A field counts as changed only if this share of products had it and this many lost it, or if all had it and none has it now. Rarer
 * fields come and go anyway: offers end, kinds of products differ.
 */
const SHARE_MIN = 0.05;
const LOST_MIN = 5;

/** The two menus, as the platform sent them. */
export interface ComparedMenus {
  before: readonly unknown[];
  after: readonly unknown[];
}

/** Finds the fields that vanished, those that appeared, and which of these are probably the same field. */
export function compareFields(menus: ComparedMenus, options: StructureOptions): FieldComparison {
  const pairs = spread(pairProducts(menus.before, menus.after));
  const areSame = pairs.length >= Math.max(1, Math.min(SAME_MIN, menus.before.length / 2));
  const before = areSame ? pairs.map(([one]) => one) : spread(menus.before);
  const after = areSame ? pairs.map(([, other]) => other) : spread(menus.after);
  const had = countFields(before, options);
  const has = countFields(after, options);
  const vanished = lostFields(had, has);
  const appeared = lostFields(has, had).map((field) => ({
    ...field,
    before: field.after,
    after: field.before,
  }));
  return {
    products: { before: had.products, after: has.products },
    areSame,
    vanished: outermost(vanished),
    appeared: outermost(appeared),
    renamed: findRenamed({ vanished, appeared, pairs, before, after }),
  };
}

/** Selects at most `PRODUCTS_MAX` items, evenly spread over a list. */
function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, items.length / PRODUCTS_MAX);
  return Array.from(
    { length: Math.min(items.length, PRODUCTS_MAX) },
    (_, at) => items[Math.floor(at * step)]!,
  );
}

/** The counts of a field in a menu. */
interface CountedField {
  /** Products in which the field has a value. */
  present: number;
  /** Products in which the key exists with the value null. */
  empty: number;
  types: Set<FieldType>;
  first: unknown;
}

interface CountedMenu {
  products: number;
  fields: Map<string, CountedField>;
}

function countFields(products: readonly unknown[], options: StructureOptions): CountedMenu {
  const fields = new Map<string, CountedField>();
  for (const product of products)
    for (const [path, { types, firsts }] of structureOf([product], options).fields) {
      const field = fields.get(path) ?? { present: 0, empty: 0, types: new Set(), first: undefined };
      fields.set(path, field);
      const [type] = types;
      if (type === undefined) {
        field.empty += 1;
        continue;
      }
      if (field.present === 0) field.first = firsts[type];
      field.present += 1;
      for (const one of types) field.types.add(one);
    }
  return { products: products.length, fields };
}

/** Returns the fields of `one` that at most half as many products of `other` have; `before` is the share in `one`. */
function lostFields(one: CountedMenu, other: CountedMenu): ChangedField[] {
  if (one.products === 0 || other.products === 0) return [];
  const lost: ChangedField[] = [];
  for (const [path, { present, types, first }] of one.fields) {
    const left = other.fields.get(path);
    const before = present / one.products;
    const after = (left?.present ?? 0) / other.products;
    const isOfAll = before === 1 && after === 0;
    const isRare = before < SHARE_MIN || (before - after) * one.products < LOST_MIN;
    if (present === 0 || after > before / 2 || (isRare && !isOfAll)) continue;
    const isNull = (left?.empty ?? 0) > 0;
    lost.push({ path, types: [...types], before, after, isNull, example: exampleOf(first), inside: 0 });
  }
  return lost;
}

/** Returns those of the fields that are not inside another one, each with the number of fields inside it. */
function outermost(fields: readonly ChangedField[]): ChangedField[] {
  const paths = new Set(fields.map(({ path }) => path));
  const outer = new Map<string, ChangedField>();
  for (const field of fields) if (outerOf(field.path, paths) === null) outer.set(field.path, { ...field });
  for (const { path } of fields)
    for (let around = outerOf(path, paths); around !== null; around = outerOf(around, paths)) {
      const found = outer.get(around);
      if (found !== undefined) found.inside += 1;
    }
  const rank = ({ before, after }: ChangedField) => Math.max(before, after);
  return [...outer.values()].sort((one, next) => rank(next) - rank(one) || (one.path < next.path ? -1 : 1));
}
