import type { CanonicalOption, CanonicalProduct } from '../domain/product.ts';

type PriceKind = 'rec' | 'med' | 'specialRec' | 'specialMed';

type ProductPrices = Pick<
  CanonicalProduct,
  'priceRec' | 'priceMed' | 'specialRec' | 'specialMed' | 'priceOption'
>;

/**
 * Returns the prices of a product with sizes: for each kind of price, that of the cheapest available option, or of the cheapest option at
 * all if none is available.
 * @param available the available ones of the options
 */
export function pricesOf(
  options: readonly CanonicalOption[],
  available: readonly CanonicalOption[],
): ProductPrices {
  const offered = available.length > 0 ? available : options;
  const [rec, med] = [cheapest(offered, 'rec'), cheapest(offered, 'med')];
  return {
    priceRec: rec?.rec ?? null,
    priceMed: med?.med ?? null,
    specialRec: cheapest(offered, 'specialRec')?.specialRec ?? null,
    specialMed: cheapest(offered, 'specialMed')?.specialMed ?? null,
    priceOption: (rec ?? med)?.option ?? null,
  };
}

/**
 * Returns the option with the lowest price of a kind, compared as numbers; the first of equal ones, and null if no option has such a
 * price.
 */
function cheapest(options: readonly CanonicalOption[], kind: PriceKind): CanonicalOption | null {
  let found: CanonicalOption | null = null;
  let lowest = Infinity;
  for (const option of options) {
    const price = option[kind];
    if (price === null || Number(price) >= lowest) continue;
    found = option;
    lowest = Number(price);
  }
  return found;
}
