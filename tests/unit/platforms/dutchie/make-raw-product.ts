/**
 * Returns a product as FilteredProducts returns it, with invented values: flower in two sizes, the second of them on sale, at a store
 * with a linked till (POS).
 */
export function makeRawProduct(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: '66c0ffee12345678deadbeef',
    id: '66c0ffee12345678deadbeef',
    Name: 'Copper Canyon | Flower (S)',
    cName: 'copper-canyon-flower-s',
    type: 'Flower',
    subcategory: 'small-buds',
    strainType: 'Sativa',
    Status: 'Active',
    brandId: '0b7c4a0e-1111-4222-8333-944455566677',
    brandName: 'Mesa Verde',
    brand: { id: '0b7c4a0e-1111-4222-8333-944455566677', name: 'Mesa Verde', parentBrandId: null },
    Options: ['1/8oz', '1/4oz'],
    rawOptions: ['3.5g', '7.0g'],
    Prices: [30, 55],
    recPrices: [30, 55],
    medicalPrices: [28, 50],
    recSpecialPrices: [],
    medicalSpecialPrices: [],
    wholesalePrices: null,
    special: null,
    specialData: null,
    POSMetaData: {
      canonicalID: '771001',
      canonicalBrandName: 'MESA VERDE',
      children: [makeChild('1/8oz', { price: 30, quantityAvailable: 12, quantity: 12 }), makeChild('1/4oz')],
    },
    manualInventory: null,
    THC: null,
    CBD: null,
    THCContent: { unit: 'PERCENTAGE', range: [21.4], __typename: 'ProductPotency' },
    CBDContent: { unit: 'PERCENTAGE', range: [0.05], __typename: 'ProductPotency' },
    weight: 1000,
    measurements: null,
    Image: 'https://images.dutchie.com/0123456789abcdef',
    images: [],
    createdAt: '1718000000000',
    updatedAt: '2026-06-13T05:24:11.208Z',
    DispensaryID: '65a1b2c3d4e5f60718293a4b',
    __typename: 'Products',
    ...change,
  };
}

/** Returns an option as the till (POS) reports it. */
export function makeChild(option: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    option,
    price: 55,
    recPrice: 55,
    medPrice: null,
    quantity: 4,
    quantityAvailable: 4,
    kioskQuantityAvailable: 4,
    canonicalBrandName: null,
    ...change,
  };
}
