import type { CanonicalOption, CanonicalProduct } from '../domain/product.ts';

type PriceKind = 'rec' | 'med' | 'specialRec' | 'specialMed';

type ProductPrices = Pick<
  CanonicalProduct,
  'priceRec' | 'priceMed' | 'specialRec' | 'specialMed' | 'priceOption'
>;

/**
 * The prices of a product with sizes: for each kind, the price of the cheapest available option, or of the cheapest of all if
 * none is available.
 * @param available the options that are available
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

/** The option with the lowest price of a kind, compared as numbers; the first of several, null if none has one. */
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
