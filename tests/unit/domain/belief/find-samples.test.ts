import { assert, property, array, constantFrom, integer, option, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { describeSamples } from '../../../../domain/belief/describe-samples.ts';
import {
  findSamples,
  SAMPLE_TEXT_MAX,
  SAMPLES_MAX,
  SAMPLES_PER_RULE,
} from '../../../../domain/belief/find-samples.ts';
import { judgeMenu, type MenuToJudge } from '../../../../domain/belief/judge-menu.ts';
import type { ComparedProduct } from '../../../../domain/belief/known-menu.ts';
import { RULES } from '../../../../domain/belief/rules.ts';
import { makeCompared, makeFetched, makeKnown, makeProducts, remembered } from './make-menus.ts';
import { first, menuOf, options, TALES, times, type ReportedState } from './rule-tales.ts';

/** The first sample that each rule finds in its case. Samples are sorted by the size of the change, then by id: `id-10` before `id-2`. */
const SAMPLES: Record<string, string> = {
  gone: 'Product 0: on the menu → gone',
  // Empty, because nothing left since the last menu: the missing products left earlier.
  fewer: '',
  'fewer-in-stock': '',
  'went-out': 'Product 1: 11 in stock → out of stock',
  'many-sold': 'Product 21: 31 in stock → out of stock',
  'came-in': 'Product 0: out of stock → 0 in stock',
  'quantities-up': 'Product 15 quantity: 0 → 140',
  'quantities-down': 'Product 17 quantity: 27 → 1',
  'quantities-leap': 'Product 25 quantity: 0 → 200',
  'quantities-scaled': 'Product 13 quantity: 23 → 230',
  'quantities-alike': 'Product 0 quantity: 0 → 30',
  uncounted: 'Product 11 quantity: 21 → none',
  unpriced: 'Product 11 3.5g rec: 41.00 → none',
  unsized: 'Product 0 options: 1g, 3.5g → none',
  'sizes-changed': 'Product 0 options: 1g, 3.5g → size 0, size 1',
  'sizes-lost': 'Product 0 options: 1g, 3.5g → 3.5g',
  'sizes-gained': 'Product 0 options: 1g, 3.5g → 1g, 3.5g, 0.3g',
  'rec-changed': 'Product 29 3.5g rec: 59.00 → 64.90',
  'rec-doubled': 'Product 11 3.5g rec: 41.00 → 123.00',
  'rec-lost': 'Product 29 3.5g rec: 59.00 → none',
  'rec-all-lost': 'Product 11 3.5g rec: 41.00 → none',
  'rec-gained': 'Product 29 3.5g rec: none → 59.00',
  'med-changed': 'Product 29 3.5g med: 57.00 → 62.70',
  'med-doubled': 'Product 11 3.5g med: 39.00 → 117.00',
  'med-lost': 'Product 29 3.5g med: 57.00 → none',
  'med-all-lost': 'Product 11 3.5g med: 39.00 → none',
  'med-gained': 'Product 29 3.5g med: none → 57.00',
  'specialRec-changed': 'Product 29 3.5g rec special: 55.00 → 60.50',
  'specialRec-doubled': 'Product 11 3.5g rec special: 37.00 → 11.10',
  'specialRec-lost': 'Product 29 3.5g rec special: 55.00 → none',
  'specialRec-all-lost': 'Product 11 3.5g rec special: 37.00 → none',
  'specialRec-gained': 'Product 29 3.5g rec special: none → 55.00',
  'specialMed-changed': 'Product 29 3.5g med special: 54.00 → 59.40',
  'specialMed-doubled': 'Product 11 3.5g med special: 36.00 → 10.80',
  'specialMed-lost': 'Product 29 3.5g med special: 54.00 → none',
  'specialMed-all-lost': 'Product 11 3.5g med special: 36.00 → none',
  'specialMed-gained': 'Product 29 3.5g med special: none → 54.00',
  'list-prices-drift': 'Product 8 3.5g rec: 38.00 → 45.60',
  'list-at-special': 'Product 0 1g rec: 10.00 → 6.00',
  'licences-alike': 'Product 0 1g med: 8.00 → 10.00',
  'specials-alike': 'Product 11 3.5g med special: 36.00 → 5.00',
  slashed: 'Product 19 3.5g rec special: 49.00 → 24.50',
  'offers-without-price': 'Product 0 offer: none → without a special price',
  'ids-renamed': 'Product 0 id: id-0 → ID-0',
  copies: 'Product 0 id: id-0 → also ID-0',
  'other-store': 'Product 500 store: dispensary 7 → this store',
  more: 'Product 500: not on the menu → new',
  renamed: 'Product 0 name: Product 0 → Other 0',
  rebranded: 'Product 0 brand: Brand 0 → Another',
  recategorized: 'Product 0 category: Category 0 → Another',
  older: 'Product 0 updated: 2026-01-10T00:00:00.000Z → 2026-01-09T00:00:00.000Z',
  'list-prices-back': 'Product 7 3.5g rec: 37.00 → 40.70',
  'values-back': 'Product 7 3.5g med special: 32.00 → 28.80',
};

test.each(RULES.map((rule) => [rule.name, rule] as const))(
  '%s shows a product that it counts',
  (name, rule) => {
    const samples = findSamples(menuOf(TALES[name] ?? {}), [rule]);
    expect(describeSamples(samples, 1)).toBe(SAMPLES[name]);
    expect(samples).toHaveLength(SAMPLES[name] === '' ? 0 : SAMPLES_PER_RULE);
  },
);

/** Judges a menu of 100 products that equals the last menu except for `changes`. @returns its samples as text */
function shown(changes: Partial<MenuToJudge>, samplesMax = 1): string {
  const products = makeProducts(100);
  const menu = {
    known: makeKnown(products),
    fetched: makeFetched(products),
    ofOtherStores: { count: 0, first: [] },
    twin: null,
    stale: null,
    ...changes,
  };
  return describeSamples(judgeMenu(menu)?.samples ?? [], samplesMax);
}

test('a menu that is incomplete or empty shows what it lacks', () => {
  const lacking = makeFetched(makeProducts(97), { totalCount: 100, missing: 3 });
  expect(shown({ fetched: lacking }, 3)).toBe(
    'Product 97: on the menu → gone; Product 98: on the menu → gone; Product 99: on the menu → gone',
  );
  expect(shown({ fetched: makeFetched([]) })).toBe('Product 0: on the menu → gone');
});

test('an unreadable menu shows what is wrong with its products, by the names that the last menu had', () => {
  const unreadable = Array.from({ length: 60 }, (_, place) => ({
    id: place === 0 ? null : `id-${place}`,
    reason: 'has no name',
  }));
  const fetched = { ...makeFetched(makeProducts(100)), products: makeProducts(40), unreadable };
  expect(shown({ fetched })).toBe('Product 1: readable → has no name');
  // For a store that was never crawled, names are unknown.
  expect(shown({ fetched: { ...fetched, products: [] }, known: makeKnown([]) })).toBe(
    'id-1: readable → has no name',
  );
});

test('a page of another store shows the products that this store has, and an old page what changed', () => {
  const twin = { payloadId: 3, dispensaryId: 8 };
  const ofOtherStores = { count: 1, first: [{ id: 'id-4', dispensaryId: 8 }] };
  expect(shown({ twin, ofOtherStores, known: makeKnown([]) })).toBe(
    'Product 4 store: dispensary 8 → this store',
  );
  const changed = makeFetched(makeProducts(100, (place) => (place === 7 ? { quantity: 99 } : {})));
  expect(shown({ stale: { payloadId: 3, dispensaryId: 1 }, fetched: changed })).toBe(
    'Product 7 quantity: 17 → 99',
  );
});

test('products that sold out show that fewer are in stock, and those that left that fewer are listed', () => {
  const recent = [remembered({ products: 130, inStock: 100 })];
  const reported: ReportedState = {
    known: { recent },
    now: (place) => (place === 3 ? null : place === 4 ? { inStock: false } : {}),
  };
  const samples = judgeMenu(menuOf(reported))?.samples ?? [];
  expect(samples.map(({ rule, id, now }) => [rule, id, now])).toEqual([
    ['fewer', 'id-3', 'gone'],
    ['fewer-in-stock', 'id-4', 'out of stock'],
  ]);
});

test('a product that has another id is not told to be gone', () => {
  const reported: ReportedState = {
    now: (place) => (place < 20 ? null : place < 40 ? { providerProductId: `ID-${place}` } : {}),
  };
  const samples = judgeMenu(menuOf(reported))?.samples ?? [];
  expect(samples.filter(({ now }) => now === 'gone').map(({ id }) => id)).toEqual(['id-0', 'id-1', 'id-10']);
});

test('brands that took the names of others show it before those that got new ones', () => {
  const reported: ReportedState = {
    now: (place) => (place === 0 ? { brandName: 'New' } : place % 10 === 3 ? { brandName: 'Brand 4' } : {}),
  };
  expect(describeSamples(judgeMenu(menuOf(reported))?.samples ?? [], 1)).toBe(
    'Product 13 brand: Brand 3 → Brand 4',
  );
});

test('what shows one rule is not told for the next one again', () => {
  const { samples = [], measured = [] } =
    judgeMenu(menuOf({ now: first(90, (place) => options(place, times(0.01, 'rec'))) })) ?? {};
  expect(measured.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['rec-changed', 'rec-doubled']));
  expect(samples.map(({ rule, now }) => [rule, now])).toEqual([
    ['rec-changed', '1.19'],
    ['rec-changed', '1.18'],
    ['rec-changed', '1.17'],
  ]);
});

const label = string({ maxLength: 200, unit: 'binary' });
const price = option(integer({ min: 0, max: 9_999 }).map((cents) => (cents / 100).toFixed(2)));
const change = record({
  name: label,
  brandName: option(label),
  category: option(label),
  inStock: constantFrom(true, false),
  quantity: option(integer({ min: 0, max: 500 })),
  onSpecial: constantFrom(true, false),
  options: array(record({ option: label, rec: price, med: price, specialRec: price, specialMed: price }), {
    maxLength: 3,
  }),
});
const menu = array(record({ place: integer({ min: 0, max: 40 }), change }), { maxLength: 40 }).map(
  (changes) => [...new Map(changes.map((one) => [one.place, makeCompared(one.place, one.change)])).values()],
);

test('samples are few and short, PostgreSQL can store them, and they name products of the two menus', () => {
  assert(
    property(menu, menu, (shelf, products) => {
      const suspicion = judgeMenu({
        known: makeKnown(shelf),
        fetched: makeFetched(products),
        ofOtherStores: { count: 0, first: [] },
        twin: null,
        stale: null,
      });
      const { samples = [], measured = [], doubts = 0 } = suspicion ?? {};
      const doubting = measured.slice(0, doubts).map(({ rule }) => rule);
      expect(samples.length).toBeLessThanOrEqual(SAMPLES_MAX);
      const names = namesById([...products, ...shelf]);
      for (const [rule, ofRule] of Map.groupBy(samples, (sample) => sample.rule)) {
        expect(doubting).toContain(rule);
        expect(ofRule.length).toBeLessThanOrEqual(SAMPLES_PER_RULE);
      }
      for (const { id, name, option: size, before, now } of samples) {
        const texts = [id, name, size ?? '', before, now];
        for (const text of texts) {
          expect(text.length).toBeLessThanOrEqual(SAMPLE_TEXT_MAX);
          expect(text.isWellFormed() && !text.includes('\u0000')).toBe(true);
        }
        expect(names.get(id)?.replaceAll('\u0000', '').slice(0, 50)).toContain(
          name.replace('…', '').slice(0, 40).replaceAll('\uFFFD', ''),
        );
        expect(before).not.toBe(now);
      }
    }),
  );
});

function namesById(products: readonly ComparedProduct[]): Map<string, string> {
  return new Map(products.map(({ providerProductId, name }) => [providerProductId, name]));
}
