import type { CanonicalProduct } from '../domain/product.ts';

/** In each turn every fifth product has another price and quantity; the rest is as it was. */
const CHANGED_EVERY = 5;

/** A menu of canonical products, two sizes each, as it is in some turn. */
export function makeMenu(products: number, turn: number): CanonicalProduct[] {
  return Array.from({ length: products }, (_, place) => makeProduct(place, turn));
}

function makeProduct(place: number, turn: number): CanonicalProduct {
  const change = place % CHANGED_EVERY === turn % CHANGED_EVERY ? turn : 0;
  const price = (20 + (place % 60) + change).toFixed(2);
  const option = {
    rec: price,
    med: price,
    specialRec: null,
    specialMed: null,
    quantity: (place + change) % 25,
    quantityCapped: false,
  };
  return {
    providerProductId: `product-${String(place).padStart(6, '0')}`,
    nameRaw: `Product ${place}  Garden Reserve (S)`,
    name: `Product ${place} Garden Reserve (S)`,
    brandNameRaw: `Brand ${place % 40}`,
    brandName: `Brand ${place % 40}`,
    category: 'Flower',
    subcategory: 'whole-flower',
    strainType: 'Hybrid',
    priceRec: price,
    priceMed: price,
    specialRec: null,
    specialMed: null,
    onSpecial: false,
    inStock: true,
    quantity: option.quantity,
    quantityCapped: false,
    thc: { low: 18, high: 24.5, unit: 'PERCENTAGE' },
    cbd: null,
    imageUrl: `https://images.test/${place}.jpg`,
    options: [
      { ...option, option: '1/8oz' },
      { ...option, option: '1oz' },
    ],
  };
}
