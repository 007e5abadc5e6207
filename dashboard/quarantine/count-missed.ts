import type { PayloadMisses } from '../server/payloads-api.ts';

/** What changes if the products that a menu lacks count as missed. */
export interface MissedProducts {
  /** Names of the products that this miss takes out of stock. */
  outOfStock: string[];
  /**
   * Names of the products that earlier menus lacked too and that stay in stock, each with its number of misses, including this
   * one.
   */
  again: string[];
  /** The number of misses that takes a product out of stock. */
  until: number;
  /** Why missed products stay in stock, or why no product counts as missed; null: no note. */
  note: string | null;
}

/**
 * The reasons why no product counts as missed, in words. The other reasons (this menu or a later one is in the catalog) are shown
 * elsewhere on the page.
 */
const WHY_NONE: Partial<Record<NonNullable<PayloadMisses['misses_off']>, string>> = {
  incomplete: 'What it lacks does not count as missed, because the menu is not whole.',
  unreadable: 'What it lacks does not count as missed, because too much of the menu cannot be read.',
};

/** Summarizes the missed products; leaves out those that are already out of stock. */
export function countMissed({
  products,
  misses_off: off,
  misses_until_out_of_stock: until,
}: PayloadMisses): MissedProducts {
  const nameOf = ({ name, provider_product_id: id }: PayloadMisses['products'][number]) =>
    name === '' ? id : name;
  const stays = products.filter((product) => product.in_stock && !product.goes_out_of_stock);
  return {
    outOfStock: products.filter((product) => product.goes_out_of_stock).map(nameOf),
    again: stays
      .filter(({ misses }) => misses > 1)
      .map((product) => `${nameOf(product)} (${product.misses} times)`),
    until,
    note: off === null ? whyStill(stays.length, until) : (WHY_NONE[off] ?? null),
  };
}

function whyStill(count: number, until: number): string | null {
  if (count === 0) return null;
  return `A product that menus lack goes out of stock once ${until} in a row have missed it, over long enough.`;
}
