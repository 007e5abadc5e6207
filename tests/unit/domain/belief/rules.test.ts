import { describe, expect, test } from 'vitest';
import { isDoubted } from '../../../../domain/belief/is-doubted.ts';
import { judgeMenu } from '../../../../domain/belief/judge-menu.ts';
import type { ComparedProduct } from '../../../../domain/belief/known-menu.ts';
import { RULES } from '../../../../domain/belief/rules.ts';
import { makeCompared, makeProducts, remembered } from './make-menus.ts';
import {
  backAsBefore,
  earlierOf,
  first,
  menuOf,
  options,
  PRODUCTS,
  TALES,
  times,
  type ReportedState,
} from './rule-tales.ts';

function judge(reported: ReportedState) {
  const suspicion = judgeMenu(menuOf(reported));
  return suspicion?.measured.slice(0, suspicion.doubts).map(({ rule }) => rule) ?? [];
}

test('there is a tale for each rule, and none for another', () => {
  expect(Object.keys(TALES).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
});

test('a menu that is like the last one is believed', () => {
  expect(judge({})).toEqual([]);
});

test.each(Object.entries(TALES))('%s is doubted', (rule, reported) => {
  expect(judge(reported)).toContain(rule);
});

describe('what stores do is believed', () => {
  test.each<[string, ReportedState]>([
    ['a few products leave', { now: first(4, () => null) }],
    ['a few sell out', { now: first(6, () => ({ inStock: false, quantity: 0 })) }],
    ['a fifth sells a third of what there was', { now: first(20, (place) => ({ quantity: 7 + place })) }],
    ['a few prices rise', { now: first(10, (place) => options(place, times(1.1, 'rec'))) }],
    [
      'a few go back to earlier list prices, on each of several days',
      {
        now: first(12, (place) => options(place, times(1.1, 'rec'))),
        known: {
          earlier: [1, 2, 3].flatMap((day) =>
            earlierOf(day, 100, (place) => (place % 3 === day - 1 ? options(place, times(1.1, 'rec')) : {})),
          ),
        },
      },
    ],
    [
      'sales end and leave the special prices of an earlier day',
      {
        now: first(9, (place) => options(place, times(0.9, 'specialMed'))),
        known: { earlier: earlierOf(1, 100, (place) => options(place, times(0.9, 'specialMed'))) },
      },
    ],
    [
      'what was sold out is back as it was, and its sale has ended',
      {
        now: (place) => (place % 5 === 0 && place < 45 ? backAsBefore(place) : {}),
        known: { earlier: earlierOf(1, 45, backAsBefore) },
      },
    ],
    ['a brand gets another name', { now: (place) => (place % 10 === 3 ? { brandName: 'New name' } : {}) }],
    [
      'as many list prices rise as fall, menu after menu',
      {
        known: {
          recent: Array.from({ length: 6 }, () =>
            remembered({ products: PRODUCTS, priceMoves: { up: 7, down: 6 } }),
          ),
        },
        now: (place: number) => (place < 12 ? options(place, times(place % 2 === 0 ? 1.2 : 0.9, 'rec')) : {}),
      },
    ],
    [
      'a fifth as many again are new',
      { added: Array.from({ length: 20 }, (_, nth) => makeCompared(500 + nth)) },
    ],
  ])('%s', (_, reported) => {
    expect(judge(reported)).toEqual([]);
  });
});

describe('exceeds', () => {
  test('of a few products a share says little', () => {
    expect(isDoubted({ count: 4, of: 4 }, { fault: 'shrunk', share: 0.1 }, 100)).toBe(false);
    expect(isDoubted({ count: 5, of: 20 }, { fault: 'shrunk', share: 0.1 }, 100)).toBe(true);
    expect(isDoubted({ count: 6, of: 40 }, { fault: 'shrunk', share: 0.1 }, 100)).toBe(false);
  });

  test('of a small menu fewer products do, but not the few of a large menu that a rule looks at', () => {
    expect(isDoubted({ count: 3, of: 8 }, { fault: 'shrunk', share: 0.1 }, 8)).toBe(true);
    expect(isDoubted({ count: 2, of: 8 }, { fault: 'shrunk', share: 0.1 }, 8)).toBe(false);
    expect(isDoubted({ count: 2, of: 8 }, { fault: 'shrunk', share: 0.08 }, 8)).toBe(true);
    expect(isDoubted({ count: 3, of: 3 }, { fault: 'shrunk', share: 0.5 }, 100)).toBe(false);
    // Four of four products are not doubted: a store with so few products is still opening.
    expect(isDoubted({ count: 4, of: 4 }, { fault: 'shrunk', share: 0.08 }, 4)).toBe(false);
    expect(isDoubted({ count: 3, of: 5 }, { fault: 'shrunk', share: 0.08 }, 5)).toBe(true);
    // Only a person can settle missing prices, so few cases are no proof: neither two of five products nor four of eight.
    const unpriced = { fault: 'unpriced', share: 0.02 } as const;
    expect([2, 4].map((count) => isDoubted({ count, of: 5 }, unpriced, 5))).toEqual([false, true]);
    expect([4, 5].map((count) => isDoubted({ count, of: 8 }, unpriced, 8))).toEqual([false, true]);
  });
});

test('products that one of the last payloads had without prices, or without options, may lack them again', () => {
  const before = (change: Partial<ComparedProduct>) =>
    makeProducts(12, () => change).map((product) => ({ ...product, payloadId: 3 }));
  const noPrice = (place: number) => options(place, () => ({ rec: null, med: null }));
  const noPrices = { now: first(12, noPrice) };
  expect(judge(noPrices)).toContain('unpriced');
  expect(judge({ ...noPrices, known: { earlier: before({ options: [] }) } })).not.toContain('unpriced');
  const noOptions = { now: first(12, () => ({ options: [] })) };
  expect(judge(noOptions)).toContain('unsized');
  expect(judge({ ...noOptions, known: { earlier: before({ options: [] }) } })).not.toContain('unsized');
  // A missing price says nothing about the options.
  const unpriced = makeProducts(12, noPrice).map((product) => ({ ...product, payloadId: 3 }));
  expect(judge({ ...noOptions, known: { earlier: unpriced } })).toContain('unsized');
});

test('a brand or category that takes the name of another one is doubted, one that gets a new name is not', () => {
  const inFirst = (now: string, key: 'brandName' | 'category') => (place: number) =>
    makeCompared(place)[key]?.endsWith(' 3') ? { [key]: now } : {};
  expect(judge({ now: inFirst('Category 4', 'category') })).toContain('recategorized');
  expect(judge({ now: inFirst('Of its own', 'category') })).toEqual([]);
  expect(judge({ now: inFirst('Brand 4', 'brandName') })).toContain('rebranded');
  expect(judge({ now: inFirst('Of its own', 'brandName') })).toEqual([]);
});

test('prices that drifted down do not confirm prices that drifted up', () => {
  const drift = (place: number, factor: number) => options(place, times(factor, 'rec'));
  const moved = (up: number, down: number) => ({
    recent: Array.from({ length: 3 }, () => remembered({ products: PRODUCTS, priceMoves: { up, down } })),
  });
  const measured = (reported: ReportedState) =>
    judgeMenu(menuOf(reported))?.measured.find(({ rule }) => rule === 'list-prices-drift');
  expect(measured({ known: moved(9, 0), now: first(9, (place) => drift(place, 1.2)) })).toEqual({
    rule: 'list-prices-drift',
    count: 30,
    up: 30,
    of: PRODUCTS,
  });
  expect(measured({ known: moved(0, 9), now: first(9, (place) => drift(place, 0.9)) })).toMatchObject({
    count: 30,
    up: 0,
  });
});
