import { describe, expect, test } from 'vitest';
import { judgeMenu, type MenuToJudge } from '../../../../domain/belief/judge-menu.ts';
import type {
  ComparedOption,
  ComparedProduct,
  EarlierProduct,
  KnownMenu,
} from '../../../../domain/belief/known-menu.ts';
import { isDoubted, RULES } from '../../../../domain/belief/rules.ts';
import { PRICE_KINDS, type PriceKind } from '../../../../domain/belief/menu-difference.ts';
import { makeCompared, makeFetched, makeKnown, makeProducts, remembered } from './make-menus.ts';

const PRODUCTS = 100;

/** What is told of a store of 100 products. */
interface Told {
  /** Of each product of the shelf, before; null: it was not there. */
  before?: (place: number) => Partial<ComparedProduct> | null;
  /** Of each product in the menu that is judged; null: it did not come. */
  now?: (place: number) => Partial<ComparedProduct> | null;
  added?: ComparedProduct[];
  known?: Partial<KnownMenu>;
  ofOtherStores?: number;
}

function menuOf({ before, now, added = [], known = {}, ofOtherStores = 0 }: Told): MenuToJudge {
  const shelf = makeProducts(PRODUCTS, before);
  const products = [...makeProducts(PRODUCTS, (place) => combine(before?.(place), now?.(place))), ...added];
  return {
    known: makeKnown(shelf, known),
    fetched: makeFetched(products),
    ofOtherStores,
    twin: null,
    stale: null,
  };
}

function judge(told: Told) {
  const suspicion = judgeMenu(menuOf(told));
  return suspicion?.measured.slice(0, suspicion.doubts).map(({ rule }) => rule) ?? [];
}

/** What was already so stays so, but for what is said to be otherwise now. */
function combine(
  before: Partial<ComparedProduct> | null | undefined,
  now: Partial<ComparedProduct> | null | undefined,
): Partial<ComparedProduct> | null {
  return now === null ? null : { ...before, ...now };
}

/** Changes the options of a product as it would be. */
function options(
  place: number,
  change: (option: ComparedOption, nth: number) => Partial<ComparedOption>,
): Partial<ComparedProduct> {
  return {
    options: makeCompared(place).options.map((option, nth) => ({ ...option, ...change(option, nth) })),
  };
}

/** For the first so many of the products. */
function first<Change>(count: number, change: (place: number) => Change) {
  return (place: number) => (place < count ? change(place) : {});
}

const times = (factor: number, kind: PriceKind) => (option: ComparedOption) => ({
  [kind]: (Number(option[kind]) * factor).toFixed(2),
});

const without = (kind: PriceKind) => () => ({ [kind]: null });

/** What a payload had of the first so many products, where they were otherwise than before the menu that is judged. */
function earlierOf(
  payloadId: number,
  count: number,
  change: (place: number) => Partial<ComparedProduct>,
): EarlierProduct[] {
  return makeProducts(count, change).map((product) => ({ ...product, payloadId }));
}

function backAsBefore(place: number): Partial<ComparedProduct> {
  return { ...options(place, times(0.9, 'specialMed')), inStock: true, quantity: 20 + place };
}

function priceTales(kind: PriceKind): Record<string, Told> {
  const list = kind.endsWith('ed') ? 'med' : 'rec';
  return {
    [`${kind}-changed`]: { now: first(30, (place) => options(place, times(1.1, kind))) },
    [`${kind}-doubled`]: { now: first(12, (place) => options(place, times(kind === list ? 3 : 0.3, kind))) },
    [`${kind}-lost`]: { now: first(30, (place) => options(place, without(kind))) },
    [`${kind}-all-lost`]: {
      before: (place) => (place < 12 ? {} : options(place, without(kind))),
      now: (place) => options(place, without(kind)),
    },
    [`${kind}-gained`]: {
      before: (place) => options(place, without(kind)),
      now: first(30, (place) => ({ options: makeCompared(place).options })),
    },
  };
}

/** For each rule something that happens to a menu, and that the rule has to doubt. */
const TALES: Record<string, Told> = {
  gone: { now: first(18, () => null) },
  fewer: { known: { recent: [remembered({ products: 130 })] } },
  'fewer-in-stock': { known: { recent: [remembered({ products: 100, inStock: 100 })] } },
  'went-out': { now: first(20, () => ({ inStock: false })) },
  'many-sold': { now: (place) => (place > 20 && place < 34 ? { inStock: false } : {}) },
  'came-in': { now: (place) => ({ inStock: place % 5 !== 0 || place < 75 }) },
  'quantities-up': { now: first(20, (place) => ({ quantity: (10 + place) * 5 + place })) },
  'quantities-down': { now: first(18, () => ({ quantity: 1 })) },
  'quantities-leap': {
    now: first(26, (place) => ({ quantity: place % 2 === 0 ? 1 : (10 + place) * 5 + place })),
  },
  'quantities-scaled': { now: first(14, (place) => ({ quantity: (10 + place) * 10 })) },
  'quantities-alike': { now: first(45, () => ({ quantity: 30 })) },
  uncounted: { now: first(12, () => ({ quantity: null })) },
  unpriced: { now: first(12, (place) => options(place, () => ({ rec: null, med: null }))) },
  unsized: { now: first(12, () => ({ options: [] })) },
  'sizes-changed': { now: first(12, (place) => options(place, (_, nth) => ({ option: `size ${nth}` }))) },
  'sizes-lost': {
    now: first(12, (place) => ({ options: makeCompared(place).options.slice(1) })),
  },
  'sizes-gained': {
    now: first(12, (place) => {
      const own = makeCompared(place).options;
      return { options: [...own, { ...own[0], option: '0.3g', rec: '1.00' } as ComparedOption] };
    }),
  },
  ...Object.assign({}, ...PRICE_KINDS.map(priceTales)),
  'list-prices-drift': {
    known: {
      recent: [
        remembered({ products: PRODUCTS, priceMoves: { up: 9, down: 2 } }),
        remembered({ products: PRODUCTS, priceMoves: { up: 8, down: 1 } }),
      ],
    },
    now: first(9, (place) => options(place, times(1.2, 'rec'))),
  },
  'list-at-special': {
    now: first(12, (place) => options(place, ({ specialRec }) => ({ rec: specialRec, specialRec: null }))),
  },
  'licences-alike': { now: first(12, (place) => options(place, ({ rec }) => ({ med: rec }))) },
  'specials-alike': { now: first(12, (place) => options(place, () => ({ specialMed: '5.00' }))) },
  slashed: {
    before: (place) => options(place, (option) => ({ specialRec: option.rec, specialMed: null })),
    now: first(20, (place) =>
      options(place, (option) => ({ specialRec: (Number(option.rec) * 0.5).toFixed(2), specialMed: null })),
    ),
  },
  'offers-without-price': {
    before: (place) => options(place, () => ({ specialRec: null, specialMed: null })),
    now: first(12, () => ({ onSpecial: true })),
  },
  'ids-renamed': { now: first(12, (place) => ({ providerProductId: `ID-${place}` })) },
  copies: { added: makeProducts(12, (place) => ({ providerProductId: `ID-${place}` })) },
  'other-store': { ofOtherStores: 12 },
  more: { added: Array.from({ length: 90 }, (_, place) => makeCompared(500 + place)) },
  renamed: { now: first(12, (place) => ({ name: `Other ${place}` })) },
  rebranded: { now: first(12, () => ({ brandName: 'Another' })) },
  recategorized: { now: first(12, () => ({ category: 'Another' })) },
  'list-prices-back': {
    now: first(8, (place) => options(place, times(1.1, 'rec'))),
    known: { earlier: earlierOf(1, 8, (place) => options(place, times(1.1, 'rec'))) },
  },
  'values-back': {
    now: first(8, (place) => ({ ...options(place, times(0.9, 'specialMed')), quantity: 5 })),
    known: {
      earlier: earlierOf(1, 8, (place) => ({ ...options(place, times(0.9, 'specialMed')), quantity: 5 })),
    },
  },
  older: { now: first(12, () => ({ updatedAt: new Date(Date.UTC(2026, 0, 9)).toISOString() })) },
};

test('there is a tale for each rule, and none for another', () => {
  expect(Object.keys(TALES).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
});

test('a menu that is like the last one is believed', () => {
  expect(judge({})).toEqual([]);
});

test.each(Object.entries(TALES))('%s is doubted', (rule, told) => {
  expect(judge(told)).toContain(rule);
});

describe('what stores do is believed', () => {
  test.each<[string, Told]>([
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
  ])('%s', (_, told) => {
    expect(judge(told)).toEqual([]);
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
    // A store with a few products is opening.
    expect(isDoubted({ count: 4, of: 4 }, { fault: 'shrunk', share: 0.08 }, 4)).toBe(false);
    expect(isDoubted({ count: 3, of: 5 }, { fault: 'shrunk', share: 0.08 }, 5)).toBe(true);
    // Nothing but a person settles what has no price: two of five products are no proof, nor four of eight.
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
  // That they had no price says nothing of their options.
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
  const measured = (told: Told) =>
    judgeMenu(menuOf(told))?.measured.find(({ rule }) => rule === 'list-prices-drift');
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
