import type { CanonicalOption, CanonicalProduct } from '../domain/product.ts';

/** In each turn, every fifth product gets a new price and quantity; the other products stay the same. */
const CHANGED_EVERY = 5;

/** Makes the menu of a turn: canonical products with two sizes each. */
export function makeMenu(products: number, turn: number): CanonicalProduct[] {
  return Array.from({ length: products }, (_, place) => makeProduct(place, turn));
}

function makeProduct(place: number, turn: number): CanonicalProduct {
  const change = Math.floor((turn + (place % CHANGED_EVERY)) / CHANGED_EVERY);
  const price = (20 + (place % 60) + change).toFixed(2);
  const quantity = (place + change) % 25;
  const image = `https://images.test/${place}.jpg`;
  const brandName = `Brand ${place % 40}`;
  return {
    providerProductId: `product-${String(place).padStart(6, '0')}`,
    enterpriseProductId: null,
    slug: `product-${place}-garden-reserve`,
    nameRaw: `Product ${place}  Garden Reserve (S)`,
    name: `Product ${place} Garden Reserve (S)`,
    brandId: `brand-${place % 40}`,
    brandNameRaw: brandName,
    brandName,
    brandDescription: null,
    brandImageUrl: null,
    category: 'Flower',
    subcategory: 'whole-flower',
    strainType: 'Hybrid',
    priceRec: price,
    priceMed: price,
    specialRec: null,
    specialMed: null,
    priceOption: '1/8oz',
    onSpecial: false,
    specials: [],
    status: 'Active',
    inStock: true,
    quantity,
    quantityCapped: false,
    medicalOnly: false,
    recOnly: false,
    thc: { low: 18, high: 24.5, unit: 'PERCENTAGE' },
    cbd: null,
    cannabinoids: [],
    imageUrl: image,
    imageUrls: [image],
    createdAt: '2026-01-01T00:00:00.000Z',
    // Platforms update this even when nothing else has changed.
    updatedAt: new Date(Date.UTC(2026, 4, 1) + turn * 60_000).toISOString(),
    options: [
      makeOption('1/8oz', { amount: 3.5, unit: 'g' }, { price, quantity }),
      makeOption('1oz', { amount: 28, unit: 'g' }, { price, quantity }),
    ],
  };
}

function makeOption(
  option: string,
  size: CanonicalOption['size'],
  { price, quantity }: { price: string; quantity: number },
): CanonicalOption {
  return {
    option,
    rawOption: option,
    size,
    rec: price,
    med: price,
    specialRec: null,
    specialMed: null,
    quantity,
    quantityCapped: false,
    quantityTotal: quantity,
    quantityKiosk: quantity,
    belowThreshold: false,
    posId: null,
    packageId: null,
  };
}
