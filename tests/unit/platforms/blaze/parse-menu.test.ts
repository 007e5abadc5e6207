import { expect, test } from 'vitest';
import { parseMenuPage } from '../../../../platforms/blaze/parse-menu.ts';
import { makeRawProduct } from './make-raw-product.ts';

test('products stay as they came, under their ids', () => {
  const raw = makeRawProduct();
  expect(parseMenuPage({ data: [raw, { id: 17 }], meta: { total_count: 2 } })).toEqual({
    products: [
      { id: '7a0c8f1e-1111-4222-a333-944455566677', raw },
      { id: '17', raw: { id: 17 } },
    ],
    totalCount: 2,
  });
});

test('what has no id keeps its place, so that it is counted where it is skipped', () => {
  const { products } = parseMenuPage({ data: [null, { id: '' }, { id: 1.5 }, { id: 'x'.repeat(201) }] });
  expect(products).toHaveLength(4);
  expect(new Set(products.map(({ id }) => id)).size).toBe(4);
  for (const [place, { id }] of products.entries()) {
    expect(id).toMatch(new RegExp(`^without id, place ${place}`));
    expect(id.length).toBeLessThanOrEqual(250);
  }
});

test('products tell whose they are, once a store', () => {
  const of = (id: string) => ({ id, relationships: { store: { data: { type: 'stores', id: 'AB-1' } } } });
  expect(parseMenuPage({ data: [of('1'), of('2'), { id: '3' }] }).ownerIds).toEqual(['ab-1']);
  expect(parseMenuPage({ data: [{ id: '3' }] })).not.toHaveProperty('ownerIds');
});
