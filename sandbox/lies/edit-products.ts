import { isRecord } from '../storefront/graphql-request.ts';
import type { MenuRecord } from '../world/menu-record.ts';
import { toCents } from '../world/plan-product.ts';
import type { MenuEntry } from '../world/world.ts';
import type { LieContext, MenuLie, MenuPlatform } from './lie-kind.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';
import type { ProductField } from './product-fields.ts';
import { GONE, editParts, partsAt, renameKeys } from './record-paths.ts';

type RecordEdit = (record: MenuRecord, context: LieContext, entry: MenuEntry) => MenuRecord;

/** A lie that changes each product by itself. */
export function eachRecord(edit: RecordEdit): MenuLie {
  return (touched, context) =>
    touched.map((entry) => withRecord(entry, edit(entry.record, context, entry), context.platform));
}

/** A lie that puts something else in each place of a field; `GONE` takes the field out. */
export function changed(
  field: ProductField,
  change: (value: unknown, context: LieContext, entry: MenuEntry) => unknown,
): MenuLie {
  return eachRecord((record, context, entry) =>
    editParts(record, PRODUCT_FIELDS[context.platform][field], (value) => change(value, context, entry)),
  );
}

/** A lie that changes the texts of a field. */
export function changedText(
  field: ProductField,
  change: (text: string, context: LieContext, entry: MenuEntry) => unknown,
): MenuLie {
  return changed(field, (value, context, entry) =>
    typeof value === 'string' ? change(value, context, entry) : value,
  );
}

/** A lie that changes the numbers of a field. */
export function changedNumber(
  field: ProductField,
  change: (number: number, context: LieContext) => unknown,
): MenuLie {
  return changed(field, (value, context) => (typeof value === 'number' ? change(value, context) : value));
}

/** A lie that changes prices, given and returned in dollars with cents, whatever the unit of the platform. */
export function changedPrice(
  field: 'listPrice' | 'specialPrice',
  change: (dollars: number, context: LieContext) => number,
): MenuLie {
  return changedNumber(field, (price, context) =>
    context.platform === 'blaze'
      ? Math.round(change(price / 100, context) * 100)
      : toCents(change(price, context)),
  );
}

/** A lie that leaves fields out. */
export function dropped(...fields: readonly ProductField[]): MenuLie {
  return together(...fields.map((field) => changed(field, () => GONE)));
}

/** A lie that puts the same value in each place of a field. */
export function set(field: ProductField, value: unknown): MenuLie {
  return changed(field, () => value);
}

/** A lie that gives another name to brands or categories, which some platforms keep in an object. */
export function relabelledName(field: 'brand' | 'category', relabel: (name: string) => string): MenuLie {
  return changed(field, (value) => {
    if (typeof value === 'string') return relabel(value);
    return isRecord(value) && typeof value['name'] === 'string'
      ? { ...value, name: relabel(value['name']) }
      : value;
  });
}

/** A lie that gives another name to the keys of fields. */
export function renamed(fields: readonly ProductField[], rename: (key: string) => string): MenuLie {
  return eachRecord((record, { platform }) =>
    renameKeys(
      record,
      fields.flatMap((field) => PRODUCT_FIELDS[platform][field]),
      rename,
    ),
  );
}

/** Several lies one after the other, as one. */
export function together(...lies: readonly MenuLie[]): MenuLie {
  return (touched, context) => lies.reduce<MenuEntry[]>((menu, lie) => lie(menu, context), [...touched]);
}

/** A lie about a half of the products, drawn at random; the other half stays honest. */
export function aboutHalf(lie: MenuLie): MenuLie {
  return (touched, context) => {
    const isLied = ({ id }: MenuEntry) => context.random('half', id).chance(0.5);
    const half = {
      ...context,
      earlier: (pass: number) => context.earlier(pass).filter(isLied),
      neighbour: () => context.neighbour().filter(isLied),
    };
    return [...touched.filter((entry) => !isLied(entry)), ...lie(touched.filter(isLied), half)];
  };
}

/**
 * A lie that takes what a field holds from the products of another menu, each from one with as many values there.
 * `pairing` gives that other menu, with the product to take from for each of these.
 */
export function borrowed(
  field: ProductField,
  pairing: (
    touched: readonly MenuEntry[],
    context: LieContext,
  ) => (entry: MenuEntry) => MenuEntry | undefined,
): MenuLie {
  return (touched, context) => {
    const paths = PRODUCT_FIELDS[context.platform][field];
    const lenderOf = pairing(touched, context);
    const borrow: RecordEdit = (record, _, entry) => {
      const lent = partsAt(lenderOf(entry)?.record ?? {}, paths);
      const isOfOneShape = lent.length === partsAt(record, paths).length;
      return isOfOneShape ? editParts(record, paths, (_value, at) => lent[at]) : record;
    };
    return eachRecord(borrow)(touched, context);
  };
}

/**
 * A lie that hands what a field holds from one product to another. Products swap only with others that have as many
 * values there. `order` says which product comes when; each one gets the values of the one before it.
 */
export function handedOn(
  field: ProductField,
  order: (among: readonly MenuEntry[], context: LieContext) => readonly MenuEntry[],
): MenuLie {
  return (touched, context) => {
    const paths = PRODUCT_FIELDS[context.platform][field];
    const lengthOf = (entry: MenuEntry) => partsAt(entry.record, paths).length;
    const given = new Map<MenuEntry, unknown[]>();
    for (const among of Map.groupBy(touched, lengthOf).values()) {
      const ordered = order(among, context);
      ordered.forEach((entry, at) => given.set(entry, partsAt(ordered.at(at - 1)!.record, paths)));
    }
    const take: RecordEdit = (record, _, entry) =>
      editParts(record, paths, (_value, at) => given.get(entry)![at]);
    return eachRecord(take)(touched, context);
  };
}

/** The product with another record. Its details, which are asked for one by one, stay honest. */
function withRecord(entry: MenuEntry, record: MenuRecord, platform: MenuPlatform): MenuEntry {
  const [name] = partsAt(record, PRODUCT_FIELDS[platform].name);
  return {
    id: entry.id,
    cName: entry.cName,
    category: entry.category,
    // Pages are sorted by it: a server that gives a wrong name also sorts by it.
    name: typeof name === 'string' ? name : entry.name,
    isActive: entry.isActive,
    isServedVerbatim: entry.isServedVerbatim,
    record,
    get detail() {
      return entry.detail;
    },
    truth: entry.truth,
  };
}
