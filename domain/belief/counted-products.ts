import type { Pair } from './changed-value.ts';
import { compareMenus, lowestSpecial, perOption } from './compare-menus.ts';
import type { ComparedProduct, EarlierProduct } from './known-menu.ts';
import type { Judged, Rule } from './rule.ts';

/** A product of both menus. `alone` is the input of the rules as if there were no other product. */
export interface KeptProduct extends Pair {
  alone: Judged;
}

/** Returns the products that are both on the shelf and in the fetched menu. */
export function keptProducts({ known, fetched }: Pick<Judged, 'known' | 'fetched'>): KeptProduct[] {
  const shelf = new Map(known.shelf.map((product) => [product.providerProductId, product]));
  const earlier = new Map<string, EarlierProduct[]>();
  for (const product of known.earlier) {
    const ofProduct = earlier.get(product.providerProductId);
    if (ofProduct === undefined) earlier.set(product.providerProductId, [product]);
    else ofProduct.push(product);
  }
  return fetched.products.flatMap((now) => {
    const id = now.providerProductId;
    const before = shelf.get(id);
    if (before === undefined) return [];
    const knownOfIt = { shelf: [before], recent: [], earlier: earlier.get(id) ?? [], recentMissing: [] };
    const menu = { ids: [id], products: [now], totalCount: 1, missing: 0, unreadable: [] };
    const difference = compareMenus(knownOfIt, menu);
    const alone = {
      known: knownOfIt,
      fetched: menu,
      difference,
      ofOtherStores: { count: 0, first: [] },
    };
    return [{ before, now, alone }];
  });
}

/**
 * Returns the products that a rule counted. Most rules add up single products: such a rule counted a product if it counts anything
 * in a menu of that product alone. `TOGETHER` finds the products of the other rules.
 */
export function countedProducts(
  rule: Pick<Rule, 'name' | 'counts'>,
  kept: readonly KeptProduct[],
  judged: Pick<Judged, 'known' | 'fetched'>,
): readonly KeptProduct[] {
  const together = TOGETHER[rule.name];
  return together === undefined
    ? kept.filter(({ alone }) => rule.counts(alone).count > 0)
    : together(kept, judged);
}

const TOGETHER: Record<
  string,
  (kept: readonly KeptProduct[], judged: Pick<Judged, 'known' | 'fetched'>) => readonly KeptProduct[]
> = {
  'fewer-in-stock': (kept) => kept.filter(({ alone }) => alone.difference.wentOut > 0),
  'quantities-scaled': (kept) =>
    alike(
      kept.filter(({ alone }) => alone.difference.scaled > 0),
      ({ before, now }) => ((now.quantity ?? 0) / (before.quantity ?? 1)).toPrecision(2),
    ),
  'quantities-alike': (kept) =>
    becameAlike(kept, (product) => (product.quantity === null ? null : perOption(product))),
  'specials-alike': (kept) => becameAlike(kept, lowestSpecial),
  'list-prices-drift': (kept) => {
    const moved = (way: 'up' | 'down') => kept.filter(({ alone }) => alone.difference.listPrices[way] > 0);
    const [up, down] = [moved('up'), moved('down')];
    return up.length > down.length ? up : down;
  },
  rebranded: (kept, judged) => took(kept, judged, ({ brandName }) => brandName),
  recategorized: (kept, judged) => took(kept, judged, ({ category }) => category),
};

/** Returns the largest group of products with the same value. */
function alike(
  products: readonly KeptProduct[],
  valueOf: (product: KeptProduct) => string | number,
): readonly KeptProduct[] {
  const groups = Map.groupBy(products, valueOf);
  return [...groups.values()].reduce<readonly KeptProduct[]>(
    (most, group) => (group.length > most.length ? group : most),
    [],
  );
}

/** Returns the products that now have the most frequent value and had another value before. */
function becameAlike(
  kept: readonly KeptProduct[],
  valueOf: (product: ComparedProduct) => number | null,
): readonly KeptProduct[] {
  const valued = kept.filter(({ now }) => valueOf(now) !== null);
  return alike(valued, ({ now }) => valueOf(now) ?? 0).filter(
    ({ before, now }) => valueOf(before) !== valueOf(now),
  );
}

/** Returns the products whose value changed; if some of them now have a value that was on the shelf before, only those. */
function took(
  kept: readonly KeptProduct[],
  { known }: Pick<Judged, 'known'>,
  valueOf: (product: ComparedProduct) => string | null,
): readonly KeptProduct[] {
  const values = new Set(known.shelf.map(valueOf));
  const changed = kept.filter(({ before, now }) => valueOf(before) !== valueOf(now));
  const taken = changed.filter(({ now }) => values.has(valueOf(now)));
  return taken.length > 0 ? taken : changed;
}
