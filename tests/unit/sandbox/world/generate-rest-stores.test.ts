import { describe, expect, it } from 'vitest';
import { generateRestStores } from '../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';
import { makeWorldTruth } from '../../../../sandbox/world/world.ts';

const recipe = { seed: 3, restDispensaries: 3, products: 40 };
const tell = (pass: number) =>
  makeWorldTruth({ stores: [], restStores: generateRestStores(recipe) }, pass).dispensaries;

describe('stores of the other form', () => {
  it('are the same for the same recipe, and none for none', () => {
    expect(tell(2)).toEqual(tell(2));
    expect(generateRestStores({ ...recipe, restDispensaries: 0 })).toEqual([]);
  });

  it('say that they are of the other platform, and share no id with those of the first', () => {
    const first = generateWorld({ seed: 3, dispensaries: 3, products: 40 });
    const ids = makeWorldTruth(first, 0).dispensaries.flatMap(({ platformId, products }) => [
      platformId,
      ...products.map(({ id }) => id),
    ]);
    const others = tell(0).flatMap(({ platformId, products }) => [
      platformId,
      ...products.map(({ id }) => id),
    ]);
    expect(new Set([...ids, ...others]).size).toBe(ids.length + others.length);
    expect(tell(0).map(({ platform }) => platform)).toEqual(['blaze', 'blaze', 'blaze']);
    expect(
      others.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
  });

  it('change from pass to pass: prices, stock, what is there, and a slug', () => {
    const [before, after] = [tell(0), tell(1)];
    const pick = (stores: typeof before, field: 'priceRec' | 'inStock') =>
      new Map(stores.flatMap(({ products }) => products.map((product) => [product.id, product[field]])));
    for (const field of ['priceRec', 'inStock'] as const) {
      const [old, now] = [pick(before, field), pick(after, field)];
      expect([...old].some(([id, value]) => now.has(id) && now.get(id) !== value)).toBe(true);
    }
    const [old, now] = [pick(before, 'inStock'), pick(after, 'inStock')];
    expect([...old.keys()].some((id) => !now.has(id))).toBe(true);
    expect([...now.keys()].some((id) => !old.has(id))).toBe(true);
    expect(after[1]?.slug).toBe(`${before[1]?.slug}-relaunch`);
  });

  it('sell at one price list, count every piece they count, and know no cap', () => {
    const products = tell(0).flatMap((store) => [...store.products, ...store.inactiveProducts]);
    const options = products.flatMap((product) => product.options);
    expect(
      options.every(
        ({ med, specialMed, quantityCapped }) => med === null && specialMed === null && !quantityCapped,
      ),
    ).toBe(true);
    expect(options.some(({ quantity }) => quantity === null)).toBe(true);
    expect(options.some(({ quantity }) => (quantity ?? 0) > 25)).toBe(true);
  });
});
