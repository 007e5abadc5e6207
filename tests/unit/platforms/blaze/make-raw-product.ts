/** Returns a product resource as the menu serves it, with invented values: flower in two sizes, the second of them on sale. */
export function makeRawProduct(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'products',
    id: '7a0c8f1e-1111-4222-a333-944455566677',
    attributes: {
      name: 'Copper Canyon | Flower',
      is_active: true,
      brand: { name: 'Mesa Verde' },
      category: { name: 'Flower' },
      subcategory: { name: 'small-buds' },
      classification: 'Sativa',
      size: null,
      unit_price: null,
      variants: [
        makeSize({ size: '3.5g', available_quantity: 12 }),
        makeSize({
          size: '7g',
          unit_price: { amount: 5599, currency: 'USD' },
          discounted_price: { amount: 4479, currency: 'USD' },
        }),
      ],
      promotions: [],
      thc: { min: 18.2, max: 22.4, unit: '%' },
      cbd: null,
      images: [{ url: 'https://images.test/copper-canyon.jpg' }],
      ...change,
    },
  };
}

/** Returns one size of a product. */
export function makeSize(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    size: '3.5g',
    unit_price: { amount: 3000, currency: 'USD' },
    discounted_price: null,
    available_quantity: 4,
    ...change,
  };
}
