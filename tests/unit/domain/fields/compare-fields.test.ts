import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFields, type ComparedMenus } from '../../../../domain/fields/compare-fields.ts';
import { makeProducts, without, withRenamed } from './make-products.ts';

const compare = (menus: ComparedMenus) => compareFields(menus, { maps: new Set() });

const byId = (at: number) => ({ quantity: at % 23 });

test('a renamed field is named with the name that it has now, by the values of the same products', () => {
  const before = makeProducts(40, byId);
  const { vanished, appeared, renamed, ...rest } = compare({
    before,
    after: withRenamed(before, 'Prices', 'price_list'),
  });
  expect(rest).toEqual({ products: { before: 40, after: 40 }, areSame: true });
  expect(vanished).toMatchObject([{ path: 'Prices', before: 1, after: 0, isNull: false, inside: 1 }]);
  expect(appeared).toMatchObject([{ path: 'price_list', before: 0, after: 1, example: '[10,20]' }]);
  expect(renamed).toEqual([
    { from: 'Prices', to: 'price_list', before: 1, after: 1, by: 'values', compared: 40, alike: 1 },
  ]);
});

test('of two fields with the same values each has the new name that is like its own', () => {
  const before = makeProducts(40, (at) => ({ recPrices: [10 + (at % 17), 20 + (at % 13)] }));
  const after = withRenamed(withRenamed(before, 'Prices', 'prices_value'), 'recPrices', 'rec_prices_value');
  expect(compare({ before, after }).renamed.map(({ from, to }) => [from, to])).toEqual([
    ['Prices', 'prices_value'],
    ['recPrices', 'rec_prices_value'],
  ]);
});

test('a field inside of lists of objects is found, and what is inside of a renamed one went with it', () => {
  const children = (key: string) => (at: number) => ({
    POSMetaData: { children: [{ [key]: 3 + (at % 19), option: '1g' }] },
  });
  const [before, after] = [makeProducts(40, children('quantity')), makeProducts(40, children('count_left'))];
  expect(compare({ before, after }).renamed).toMatchObject([
    { from: 'POSMetaData.children[].quantity', to: 'POSMetaData.children[].count_left', by: 'values' },
  ]);
  const whole = compare({ before, after: withRenamed(before, 'POSMetaData', 'till') });
  expect(whole.renamed).toMatchObject([{ from: 'POSMetaData', to: 'till' }]);
  expect(whole.vanished).toMatchObject([{ path: 'POSMetaData', inside: 4 }]);
});

test('a field that is renamed and moved into another one is found there', () => {
  const before = makeProducts(40);
  const after = without(before, 'Prices').map((product, at) => ({
    ...product,
    pricing: { currency: 'USD', list: [10 + (at % 17), 20 + (at % 13)] },
  }));
  expect(compare({ before, after }).renamed).toMatchObject([{ from: 'Prices', to: 'pricing.list' }]);
});

test('ids may be what was renamed: products are told apart by another field', () => {
  const before = makeProducts(40);
  expect(compare({ before, after: withRenamed(before, 'id', 'product_key') })).toMatchObject({
    areSame: true,
    renamed: [{ from: 'id', to: 'product_key', alike: 1 }],
  });
});

test('a field that is null is gone, and says that its key is still there', () => {
  const before = makeProducts(40);
  const after = before.map((product) => ({ ...product, Prices: null }));
  expect(compare({ before, after })).toMatchObject({
    vanished: [{ path: 'Prices', isNull: true }],
    appeared: [],
    renamed: [],
  });
});

test('a new field with other values is no new name of one that is gone', () => {
  const before = makeProducts(40);
  const after = without(before, 'Prices').map((product, at) => ({
    ...product,
    price_rank: [900 - at, 1900 - at],
  }));
  const { vanished, appeared, renamed } = compare({ before, after });
  expect([vanished.length, appeared.length, renamed]).toEqual([1, 1, []]);
});

test('what all products have alike is named by its name, or as the only one; never where its value is another', () => {
  const before = makeProducts(40);
  const isRecTo = (to: string, value: boolean) =>
    without(before, 'isRec').map((product) => ({ ...product, [to]: value }));
  expect(compare({ before, after: isRecTo('is_rec', true) }).renamed).toMatchObject([{ by: 'name' }]);
  expect(compare({ before, after: isRecTo('adult', true) }).renamed).toMatchObject([{ by: 'only_one' }]);
  expect(compare({ before, after: isRecTo('adult', false) }).renamed).toEqual([]);
});

test('where all products had one price, those that changed meanwhile are no reason against its new name', () => {
  const before = makeProducts(8, () => ({ Prices: [35] }));
  const after = withRenamed(before, 'Prices', 'price_list').map((product, at) =>
    at < 2 ? { ...product, price_list: [at] } : product,
  );
  expect(compare({ before, after }).renamed).toMatchObject([{ by: 'name', compared: 8, alike: 0.75 }]);
});

test('fields of a few products come and go, and those of products that left are not gone', () => {
  const rare = makeProducts(100, (at) => (at < 4 ? { special: at } : {}));
  expect(compare({ before: rare, after: makeProducts(100) }).vanished).toEqual([]);
  const flower = makeProducts(100, (at) => (at < 60 ? { thc: at } : {}));
  const { vanished, areSame } = compare({ before: flower, after: flower.slice(60) });
  expect([vanished, areSame]).toEqual([[], true]);
});

test('menus without a product in common are compared by which values there are', () => {
  const before = makeProducts(40);
  const after = withRenamed(makeProducts(40), 'Prices', 'costs').map((product, at) => ({
    ...product,
    id: `other-${at}`,
    Name: `Other ${at}`,
  }));
  expect(compare({ before, after })).toMatchObject({
    areSame: false,
    renamed: [{ from: 'Prices', to: 'costs', by: 'values' }],
  });
});

test('products that are no objects, and menus without any, have no fields to compare', () => {
  const nothing = { vanished: [], appeared: [], renamed: [], areSame: false };
  expect(compare({ before: [], after: makeProducts(9) })).toMatchObject(nothing);
  expect(compare({ before: ['a', null, 3], after: [null] })).toMatchObject(nothing);
});

test('whatever the menus hold: the same menu has the same fields, and a key is never renamed to one that was there', () => {
  const product = fc.dictionary(fc.constantFrom('a', 'b', 'c.d', '[]', 'e', '__proto__'), fc.jsonValue(), {
    maxKeys: 6,
  });
  const menu = fc.array(product, { maxLength: 30 });
  fc.assert(
    fc.property(menu, menu, (before, after) => {
      expect(compare({ before, after: before })).toMatchObject({ vanished: [], appeared: [], renamed: [] });
      const { vanished, appeared, renamed } = compare({ before, after });
      for (const field of vanished) expect(field.after).toBeLessThanOrEqual(field.before / 2);
      for (const field of appeared) expect(field.before).toBeLessThanOrEqual(field.after / 2);
      const names = renamed.flatMap(({ from, to }) => [`from ${from}`, `to ${to}`]);
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: 200 },
  );
});

test('whatever a key is renamed to, it is found', () => {
  const name = fc.stringMatching(/^[a-z][a-z_]{2,20}$/).filter((key) => !['brand', 'isrec'].includes(key));
  fc.assert(
    fc.property(fc.constantFrom('Prices', 'Name', 'id', 'brand'), name, (from, to) => {
      const before = makeProducts(60);
      expect(compare({ before, after: withRenamed(before, from, to) }).renamed).toMatchObject([{ from, to }]);
    }),
    { numRuns: 100 },
  );
});
