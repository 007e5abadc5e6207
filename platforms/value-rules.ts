import type { CanonicalOption, CanonicalProduct } from '../domain/product.ts';

/** How a platform's normalizer derives each canonical value, in plain words, for `crawlchain normalize --explain`. */
export interface ValueRules {
  product: Record<Exclude<keyof CanonicalProduct, 'options'>, string>;
  option: Record<keyof CanonicalOption, string | ((option: CanonicalOption) => string)>;
}

/** The rules of values that every platform derives in the same way from other canonical values. */
export const SHARED_RULES = {
  name: 'text, trimmed, with single spaces',
  nameRaw: 'text as it came',
  brandName: 'text, trimmed, with single spaces',
  brandNameRaw: 'text as it came',
  imageUrl: 'the first picture with a web address',
  imageUrls: 'web addresses, each once',
  priceOption:
    'label of the option with the recreational list price, else of the one with the medical list price',
  quantity: 'sum over the options that report one',
  thc: 'smallest and largest number of the range, with the unit of its label',
  cbd: 'smallest and largest number of the range, with the unit of its label',
} as const;

/** Returns the rule by which product-prices.ts chooses a kind of price. */
export function cheapest(price: string): string {
  return `lowest ${price} of the available options, or of all options if none is available`;
}
