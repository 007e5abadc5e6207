import type { PlatformName } from '../../domain/dispensary.ts';

/** A product in a form that does not depend on the platform. Odd values are passed on unchanged. */
export interface PlainProduct {
  id: unknown;
  name: unknown;
  category: string;
  /** Whether the product is offered. Values other than true and false are passed on unchanged. */
  isActive: unknown;
  sizes: { label: unknown; list: unknown; special: unknown; quantity: unknown }[];
  /** The THC content: its unit, and one number or a range of two numbers. */
  thc: { unit: '%' | 'mg'; range: readonly unknown[] } | null;
  /** Whether an offer that lowers no price is attached. */
  hasOffer: boolean;
}

/** Builds the record of a product for each platform. The given prices are in dollars. */
export const RAW_PRODUCTS: Record<PlatformName, (product: PlainProduct) => unknown> = {
  dutchie: ({ id, name, category, isActive, sizes, thc, hasOffer }) => ({
    id,
    Name: name,
    type: category,
    Status: typeof isActive === 'boolean' ? (isActive ? 'Active' : 'Inactive') : isActive,
    Options: sizes.map(({ label }) => label),
    recPrices: sizes.map(({ list }) => list),
    recSpecialPrices: sizes.map(({ special }) => special),
    POSMetaData: {
      children: sizes.map(({ label, quantity }) => ({ option: label, quantityAvailable: quantity })),
    },
    THCContent: thc && { unit: thc.unit === '%' ? 'PERCENTAGE' : 'MILLIGRAMS', range: thc.range },
    specialData: hasOffer ? { saleSpecials: null, bogoSpecials: [{ specialId: 'b1' }] } : null,
  }),
  blaze: ({ id, name, category, isActive, sizes, thc, hasOffer }) => ({
    id,
    attributes: {
      name,
      category: { name: category },
      is_active: isActive,
      variants: sizes.map(({ label, list, special, quantity }) => ({
        size: label,
        unit_price: { amount: inCents(list) },
        discounted_price: special === null ? null : { amount: inCents(special) },
        available_quantity: quantity,
      })),
      thc: thc && { unit: thc.unit, min: thc.range[0], max: thc.range.at(-1) },
      promotions: hasOffer ? [{ title: 'Buy one, get one' }] : [],
    },
  }),
};

function inCents(dollars: unknown): unknown {
  if (typeof dollars === 'number') return Math.round(dollars * 100);
  return typeof dollars === 'string' && /^\d+$/.test(dollars) ? String(Number(dollars) * 100) : dollars;
}
