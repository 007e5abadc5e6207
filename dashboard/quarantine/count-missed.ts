import type { PayloadMisses } from '../server/payloads-api.ts';

/** What counting the products that a menu lacks as missed changes, in names of products. */
export interface MissedProducts {
  /** This miss takes them out of stock. */
  outOfStock: string[];
  /** They were missing before as well and stay in stock, each with how often it is missed by then. */
  again: string[];
  /** So many misses take a product out of stock. */
  until: number;
  /** Why what is missed stays in stock, or why none is; null: there is nothing to say. */
  note: string | null;
}

/** The page says elsewhere that a later menu is in, or this one. */
const WHY_NONE: Partial<Record<NonNullable<PayloadMisses['misses_off']>, string>> = {
  incomplete: 'What it lacks does not count as missed, because the menu is not whole.',
  unreadable: 'What it lacks does not count as missed, because too much of the menu cannot be read.',
};

/** Puts together what is missed. Products that are out of stock already change nothing. */
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
