import type { MenuToJudge } from '../../../../domain/belief/judge-menu.ts';
import type {
  ComparedOption,
  ComparedProduct,
  EarlierProduct,
  KnownMenu,
} from '../../../../domain/belief/known-menu.ts';
import { PRICE_KINDS, type PriceKind } from '../../../../domain/belief/menu-difference.ts';
import { makeCompared, makeFetched, makeKnown, makeProducts, remembered } from './make-menus.ts';

export const PRODUCTS = 100;

/** Describes two menus of a store with 100 products: an earlier one, and the one to judge. */
export interface ReportedState {
  /** Returns the changes to a product of the earlier menu; null if the menu lacks the product. */
  before?: (place: number) => Partial<ComparedProduct> | null;
  /** Returns the changes to a product of the judged menu; null if the menu lacks the product. */
  now?: (place: number) => Partial<ComparedProduct> | null;
  added?: ComparedProduct[];
  known?: Partial<KnownMenu>;
  /** Ids that are new to the store, and that another store (dispensary 7) already has. */
  ofOtherStores?: string[];
}

/** Builds the input for the judge from a description. */
export function menuOf({
  before,
  now,
  added = [],
  known = {},
  ofOtherStores = [],
}: ReportedState): MenuToJudge {
  const shelf = makeProducts(PRODUCTS, before);
  const products = [...makeProducts(PRODUCTS, (place) => combine(before?.(place), now?.(place))), ...added];
  return {
    known: makeKnown(shelf, known),
    fetched: makeFetched(products),
    ofOtherStores: {
      count: ofOtherStores.length,
      first: ofOtherStores.slice(0, 3).map((id) => ({ id, dispensaryId: 7 })),
    },
    twin: null,
    stale: null,
  };
}

/** Combines the changes of both menus: earlier changes stay, unless `now` replaces them. */
function combine(
  before: Partial<ComparedProduct> | null | undefined,
  now: Partial<ComparedProduct> | null | undefined,
): Partial<ComparedProduct> | null {
  return now === null ? null : { ...before, ...now };
}

/** Returns changed options for the product at this place. */
export function options(
  place: number,
  change: (option: ComparedOption, nth: number) => Partial<ComparedOption>,
): Partial<ComparedProduct> {
  return {
    options: makeCompared(place).options.map((option, nth) => ({ ...option, ...change(option, nth) })),
  };
}

/** Returns a function that applies a change to the first `count` products only. */
export function first<Change>(count: number, change: (place: number) => Change) {
  return (place: number) => (place < count ? change(place) : {});
}

/** Returns a change that multiplies a price of an option. */
export const times = (factor: number, kind: PriceKind) => (option: ComparedOption) => ({
  [kind]: (Number(option[kind]) * factor).toFixed(2),
});

const without = (kind: PriceKind) => () => ({ [kind]: null });

/** Returns the first `count` products of an earlier payload, in which they differed from the menu before the judged one. */
export function earlierOf(
  payloadId: number,
  count: number,
  change: (place: number) => Partial<ComparedProduct>,
): EarlierProduct[] {
  return makeProducts(count, change).map((product) => ({ ...product, payloadId }));
}

/** Returns the changes that bring a product back to its state in an earlier payload. */
export function backAsBefore(place: number): Partial<ComparedProduct> {
  return { ...options(place, times(0.9, 'specialMed')), inStock: true, quantity: 20 + place };
}

function priceTales(kind: PriceKind): Record<string, ReportedState> {
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

/** For each rule, two menus that this rule must doubt. */
export const TALES: Record<string, ReportedState> = {
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
  'other-store': {
    added: Array.from({ length: 12 }, (_, nth) => makeCompared(500 + nth)),
    ofOtherStores: Array.from({ length: 12 }, (_, nth) => `id-${500 + nth}`),
  },
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
