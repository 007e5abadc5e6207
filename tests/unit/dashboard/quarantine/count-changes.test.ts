import { expect, test } from 'vitest';
import { countChanges } from '../../../../dashboard/quarantine/count-changes.ts';
import type { PayloadDiff } from '../../../../dashboard/server/payloads-api.ts';

type Details = PayloadDiff['details'];
const NONE: Details = { added: [], removed: [], priceChanges: [], stockChanges: [] };
const prices = (rec: string | null, specialRec: string | null = null) => ({
  rec,
  med: null,
  specialRec,
  specialMed: null,
});
const product = (id: string) => ({ providerProductId: id, name: `Strain ${id}` });
const option = (id: string, label = '1g') => ({ ...product(id), option: label, nth: 0 });

test('a menu that is the same changes nothing', () => {
  expect(countChanges(NONE)).toEqual({
    outOfStock: [],
    backInStock: [],
    added: [],
    removed: [],
    repriced: 0,
    unpriced: 0,
    steps: [],
    optionsAdded: 0,
    optionsRemoved: 0,
    quantities: 0,
  });
});

test('the largest changes of prices come first: list prices that are gone, then by how many times, offers that come last', () => {
  const { steps, repriced, unpriced, optionsAdded, optionsRemoved } = countChanges({
    ...NONE,
    priceChanges: [
      { ...option('a'), from: prices('10.00'), to: prices('11.00') },
      { ...option('a', '7g'), from: null, to: prices('50.00') },
      { ...option('b'), from: prices('10.00'), to: prices('10.00', '8.00') },
      { ...option('c'), from: prices('1.00'), to: prices('10.00') },
      { ...option('d'), from: prices('35.00'), to: prices('0.35') },
      { ...option('e'), from: prices('20.00'), to: prices(null) },
      { ...option('g'), from: prices('226.00'), to: prices(null) },
      { ...option('h'), from: prices('76.00'), to: prices(null) },
      { ...option('f'), from: prices('20.00'), to: null },
    ],
  });
  expect(steps.map(({ name, price, from, to }) => [name, price, from, to])).toEqual([
    ['Strain g', 'rec', '226.00', null],
    ['Strain h', 'rec', '76.00', null],
    ['Strain e', 'rec', '20.00', null],
    ['Strain d', 'rec', '35.00', '0.35'],
    ['Strain c', 'rec', '1.00', '10.00'],
    ['Strain a', 'rec', '10.00', '11.00'],
    ['Strain b', 'rec special', null, '8.00'],
  ]);
  expect([repriced, unpriced, optionsAdded, optionsRemoved]).toEqual([7, 3, 1, 1]);
});

test('products that come into stock, that go out of it and whose quantity is another are told apart', () => {
  const stock = (quantity: number) => ({ quantity, quantityCapped: false });
  const changes = countChanges({
    ...NONE,
    added: [{ ...product('new'), inStock: true, options: [] }],
    removed: [{ providerProductId: 'gone', name: '' }],
    stockChanges: [
      { ...product('a'), option: null, from: { inStock: true }, to: { inStock: false } },
      { ...option('a'), from: stock(4), to: stock(0) },
      { ...product('b'), option: null, from: { inStock: false }, to: { inStock: true } },
      { ...option('b', '7g'), from: null, to: stock(4) },
    ],
  });
  expect(changes).toMatchObject({
    outOfStock: ['Strain a'],
    backInStock: ['Strain b'],
    added: ['Strain new'],
    removed: ['gone'],
    quantities: 1,
  });
});
