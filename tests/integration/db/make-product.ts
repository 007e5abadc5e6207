import type { CanonicalProduct } from '../../../domain/product.ts';

/** A canonical product in stock, with one option; the id is also the name. */
export function makeProduct(id: string, change: Partial<CanonicalProduct> = {}): CanonicalProduct {
  return {
    providerProductId: id,
    nameRaw: `Product  ${id}`,
    name: `Product ${id}`,
    brandNameRaw: 'Mesa Verde ',
    brandName: 'Mesa Verde',
    category: 'Flower',
    subcategory: 'small-buds',
    strainType: 'Hybrid',
    priceRec: '30.00',
    priceMed: '28.00',
    specialRec: null,
    specialMed: null,
    onSpecial: false,
    inStock: true,
    quantity: 12,
    quantityCapped: false,
    thc: { low: 18, high: 24.5, unit: 'PERCENTAGE' },
    cbd: null,
    imageUrl: `https://images.test/${id}.jpg`,
    options: [
      {
        option: '3.5g',
        rec: '30.00',
        med: '28.00',
        specialRec: null,
        specialMed: null,
        quantity: 12,
        quantityCapped: false,
      },
    ],
    ...change,
  };
}
