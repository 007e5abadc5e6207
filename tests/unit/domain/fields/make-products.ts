/** Returns `count` products, each with additional fields that `of` returns for its place. */
export function makeProducts(count: number, of: (place: number) => object = () => ({})): object[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `product-${place}`,
    Name: `Strain ${place}`,
    isRec: true,
    Prices: [10 + (place % 17), 20 + (place % 13)],
    brand: { name: `Brand ${place % 9}` },
    ...of(place),
  }));
}

/** Copies the products with one key renamed. */
export function withRenamed(products: readonly object[], from: string, to: string): object[] {
  return products.map((product) =>
    Object.fromEntries(Object.entries(product).map(([key, value]) => [key === from ? to : key, value])),
  );
}

/** Copies the products without one key. */
export function without(products: readonly object[], key: string): object[] {
  return products.map((product) =>
    Object.fromEntries(Object.entries(product).filter(([name]) => name !== key)),
  );
}
