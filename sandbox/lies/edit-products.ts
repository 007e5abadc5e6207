import { isRecord } from '../storefront/graphql-request.ts';
import type { MenuRecord } from '../world/menu-record.ts';
import { toCents } from '../world/plan-product.ts';
import type { MenuEntry } from '../world/world.ts';
import type { LieContext, MenuLie, MenuPlatform } from './lie-kind.ts';
import { PRODUCT_FIELDS } from './product-fields.ts';
import type { ProductField } from './product-fields.ts';
import { GONE, editParts, partsAt, renameKeys } from './record-paths.ts';

type RecordEdit = (record: MenuRecord, context: LieContext, entry: MenuEntry) => MenuRecord;

/** Returns a lie that changes each product separately. */
export function eachRecord(edit: RecordEdit): MenuLie {
  return (touched, context) =>
    touched.map((entry) => withRecord(entry, edit(entry.record, context, entry), context.platform));
}

/** Returns a lie that changes every value of a field; `change` returns `GONE` to remove a value. */
export function changed(
  field: ProductField,
  change: (value: unknown, context: LieContext, entry: MenuEntry) => unknown,
): MenuLie {
  return eachRecord((record, context, entry) =>
    editParts(record, PRODUCT_FIELDS[context.platform][field], (value) => change(value, context, entry)),
  );
}

/** Returns a lie that changes the texts of a field. */
export function changedText(
  field: ProductField,
  change: (text: string, context: LieContext, entry: MenuEntry) => unknown,
): MenuLie {
  return changed(field, (value, context, entry) =>
    typeof value === 'string' ? change(value, context, entry) : value,
  );
}

/** Returns a lie that changes the numbers of a field. */
export function changedNumber(
  field: ProductField,
  change: (number: number, context: LieContext) => unknown,
): MenuLie {
  return changed(field, (value, context) => (typeof value === 'number' ? change(value, context) : value));
}

/** Returns a lie that changes prices. `change` takes and returns dollars with cents, whatever the unit of the platform. */
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

/** Returns a lie that omits fields. */
export function dropped(...fields: readonly ProductField[]): MenuLie {
  return together(...fields.map((field) => changed(field, () => GONE)));
}

/** Returns a lie that sets every value of a field to the same value. */
export function set(field: ProductField, value: unknown): MenuLie {
  return changed(field, () => value);
}

/** Returns a lie that renames brands or categories, which may be a text or an object with a name. */
export function relabelledName(field: 'brand' | 'category', relabel: (name: string) => string): MenuLie {
  return changed(field, (value) => {
    if (typeof value === 'string') return relabel(value);
    return isRecord(value) && typeof value['name'] === 'string'
      ? { ...value, name: relabel(value['name']) }
      : value;
  });
}

/** Returns a lie that renames the keys of fields. */
export function renamed(fields: readonly ProductField[], rename: (key: string) => string): MenuLie {
  return eachRecord((record, { platform }) =>
    renameKeys(
      record,
      fields.flatMap((field) => PRODUCT_FIELDS[platform][field]),
      rename,
    ),
  );
}

/** Combines several lies into one that applies them in sequence. */
export function together(...lies: readonly MenuLie[]): MenuLie {
  return (touched, context) => lies.reduce<MenuEntry[]>((menu, lie) => lie(menu, context), [...touched]);
}

/** Returns a lie that applies another lie to a random half of the products; the other half stays honest. */
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
 * Returns a lie that replaces the values of a field by those of products of another menu. A product stays unchanged if
 * its counterpart has another number of values.
 * @param pairing returns a function that gives each product its counterpart in the other menu
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
 * Returns a lie that passes the values of a field from one product to the next, among products with the same number of
 * values.
 * @param order returns the products in order; each product gets the values of the previous one
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

/** Returns the product with another record. Its details, which are requested separately, stay honest. */
function withRecord(entry: MenuEntry, record: MenuRecord, platform: MenuPlatform): MenuEntry {
  const [name] = partsAt(record, PRODUCT_FIELDS[platform].name);
  return {
    id: entry.id,
    cName: entry.cName,
    category: entry.category,
    // Pages are sorted by name, so a server that has a wrong name also sorts by the wrong name.
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
