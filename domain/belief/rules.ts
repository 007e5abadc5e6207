import { PRICE_KINDS } from './menu-difference.ts';
import { PRICE_DRIFT } from './price-drift.ts';
import { priceRules } from './price-rules.ts';
import { ofKept, type Counted, type Rule } from './rule.ts';

/**
 * The rules that can raise a doubt. Shares are above what stores were seen to do between two crawls, but as far below a tenth of
 * the menu as that allows: see docs/explanation/belief.md for the figures. Rules for what no store does have small shares.
 */
export const RULES: readonly Rule[] = [
  {
    name: 'gone',
    fault: 'shrunk',
    share: 0.06,
    counts: ({ difference: { known, kept, renamedIds } }) => ({
      count: known - kept - renamedIds,
      of: known,
    }),
    shows: 'gone',
    description: 'products of the last menu are gone at once',
  },
  {
    name: 'fewer',
    fault: 'shrunk',
    share: 0.1,
    counts: ({ known, fetched }) =>
      fewerThan(
        known.recent.map(({ products }) => products),
        fetched.ids.length,
      ),
    shows: 'gone',
    description: 'products have gone, over the last menus',
  },
  {
    name: 'fewer-in-stock',
    fault: 'unstocked',
    share: 0.12,
    counts: ({ known, fetched }) =>
      fewerThan(
        known.recent.flatMap(({ inStock }) => (inStock === null ? [] : [inStock])),
        fetched.products.filter(({ inStock }) => inStock).length,
      ),
    shows: ['stock'],
    description: 'products have sold out, over the last menus',
  },
  {
    name: 'went-out',
    fault: 'unstocked',
    share: 0.09,
    counts: ofKept(({ wentOut }) => wentOut),
    shows: ['stock'],
    description: 'products are out of stock at once',
  },
  {
    name: 'many-sold',
    fault: 'unstocked',
    share: 0.07,
    counts: ofKept(({ soldMany }) => soldMany),
    shows: ['stock'],
    description: 'well-stocked products went out of stock at once',
  },
  {
    name: 'came-in',
    fault: 'restocked',
    share: 0.1,
    counts: ofKept(({ cameIn }) => cameIn),
    shows: ['stock'],
    description: 'products are in stock again at once',
  },
  {
    name: 'quantities-up',
    fault: 'requantified',
    share: 0.11,
    counts: ofKept(({ leaptUp }) => leaptUp),
    shows: ['quantity'],
    description: 'products have at least four times the quantity of before',
  },
  {
    name: 'quantities-down',
    fault: 'requantified',
    share: 0.1,
    counts: ofKept(({ leaptDown }) => leaptDown),
    shows: ['quantity'],
    description: 'products have at most a quarter of the quantity of before',
  },
  {
    name: 'quantities-leap',
    fault: 'requantified',
    share: 0.15,
    counts: ofKept(({ leaptUp, leaptDown }) => leaptUp + leaptDown),
    shows: ['quantity'],
    description: 'products have at least four times the quantity of before, or at most a quarter',
  },
  {
    name: 'quantities-scaled',
    fault: 'requantified',
    share: 0.03,
    counts: ofKept(({ scaled }) => scaled),
    shows: ['quantity'],
    description: 'products with different quantities all changed by the same factor',
  },
  {
    name: 'quantities-alike',
    fault: 'requantified',
    share: 0.125,
    counts: ofKept(({ alike, wereAlike }) => Math.max(0, alike - wereAlike)),
    shows: ['quantity'],
    description: 'products have joined those with the most common quantity',
  },
  {
    name: 'uncounted',
    fault: 'uncounted',
    share: 0.02,
    counts: ofKept(({ uncounted }) => uncounted),
    shows: ['quantity'],
    description: 'products do not report a quantity any longer',
  },
  {
    name: 'unpriced',
    fault: 'unpriced',
    share: 0.02,
    counts: ofKept(({ unpriced }) => unpriced),
    shows: ['rec', 'med', 'options'],
    description: 'products have no price any longer',
  },
  {
    name: 'unsized',
    fault: 'unread',
    share: 0.02,
    counts: ofKept(({ unsized }) => unsized),
    shows: ['options'],
    description: 'products have no options any longer',
  },
  {
    name: 'sizes-changed',
    fault: 'resized',
    share: 0.02,
    counts: ofKept(({ resized, unsized }) => resized - unsized),
    shows: ['options'],
    description: 'products have none of their options left',
  },
  {
    name: 'sizes-lost',
    fault: 'resized',
    share: 0.02,
    counts: ofKept(({ sizesLost }) => sizesLost),
    shows: ['options'],
    description: 'products have lost some of their options',
  },
  {
    name: 'sizes-gained',
    fault: 'resized',
    share: 0.02,
    counts: ofKept(({ sizesGained }) => sizesGained),
    shows: ['options'],
    description: 'products have more options than before',
  },
  ...PRICE_KINDS.flatMap(priceRules),
  PRICE_DRIFT,
  {
    name: 'list-at-special',
    fault: 'repriced',
    share: 0.01,
    counts: ofKept(({ listAtSpecial }) => listAtSpecial),
    shows: ['rec', 'med'],
    description: 'products have their former special price as list price',
  },
  {
    name: 'licences-alike',
    fault: 'repriced',
    share: 0.01,
    counts: ofKept(({ licencesAlike }) => licencesAlike),
    shows: ['med', 'rec'],
    description: 'products now have equal recreational and medical prices, which differed before',
  },
  {
    name: 'specials-alike',
    fault: 'repriced',
    share: 0.03,
    counts: ofKept(({ specialsAlike, specialsWereAlike }) => Math.max(0, specialsAlike - specialsWereAlike)),
    shows: ['specialRec', 'specialMed'],
    description: 'products have joined those with the most common special price',
  },
  {
    name: 'slashed',
    fault: 'repriced',
    share: 0.1,
    counts: ofKept(({ slashed }) => slashed),
    shows: ['specialRec', 'specialMed', 'rec', 'med'],
    description: 'products now cost half of their list price or less, and did not before',
  },
  {
    name: 'offers-without-price',
    fault: 'repriced',
    share: 0.05,
    counts: ofKept(({ offeredUnpriced }) => offeredUnpriced),
    shows: ['offer'],
    description: 'products are now on special without a special price, and were not before',
  },
  {
    name: 'ids-renamed',
    fault: 'renamed-ids',
    share: 0.01,
    counts: ({ difference: { renamedIds, known } }) => ({ count: renamedIds, of: known }),
    shows: 'renamed',
    description: 'products have another id under the same name and brand',
  },
  {
    name: 'copies',
    fault: 'copied',
    share: 0.02,
    counts: ({ difference: { copies, known } }) => ({ count: copies, of: known }),
    shows: 'copied',
    description: 'products appear a second time under another id',
  },
  {
    name: 'other-store',
    fault: 'another-store',
    share: 0.01,
    counts: ({ ofOtherStores, fetched }) => ({ count: ofOtherStores.count, of: fetched.ids.length }),
    shows: 'of-other-stores',
    description: 'products are new and have ids of products of other stores',
  },
  {
    name: 'more',
    fault: 'copied',
    share: 0.25,
    counts: ({ difference: { fresh, renamedIds, copies, known } }) => ({
      count: fresh - renamedIds - copies,
      of: known,
    }),
    shows: 'new',
    description: 'products were added at once',
  },
  {
    name: 'renamed',
    fault: 'relabelled',
    share: 0.01,
    counts: ofKept(({ renamed }) => renamed),
    shows: ['name'],
    description: 'products have another name',
  },
  {
    name: 'rebranded',
    fault: 'relabelled',
    share: 0.01,
    counts: ofKept(({ rebranded, brandsLeft, tookBrand }) => (brandsLeft < SEVERAL ? tookBrand : rebranded)),
    shows: ['brand'],
    description: 'products have another brand',
  },
  {
    name: 'recategorized',
    fault: 'relabelled',
    share: 0.01,
    counts: ofKept(({ recategorized, categoriesLeft, tookCategory }) =>
      categoriesLeft < SEVERAL ? tookCategory : recategorized,
    ),
    shows: ['category'],
    description: 'products have another category',
  },
  {
    name: 'older',
    fault: 'stale',
    share: 0.01,
    counts: ({ difference: { older, dated } }) => ({ count: older, of: dated }),
    shows: ['updated'],
    description: 'products have an earlier update time than before',
  },
  {
    name: 'list-prices-back',
    fault: 'stale',
    share: 0.025,
    counts: ofKept(({ listPricesBack }) => listPricesBack),
    shows: ['rec', 'med'],
    description: 'products have the list prices of one earlier menu again',
  },
  {
    name: 'values-back',
    fault: 'stale',
    share: 0.01,
    counts: ofKept(({ valuesBack }) => valuesBack),
    shows: [...PRICE_KINDS, 'quantity'],
    description:
      'products have at least two of list prices, special prices and quantity back from one earlier menu',
  },
];

/**
 * If products left fewer brands (or categories) than this, only those that took one of the shelf's other brands count: a store may
 * rename a brand, but giving it the name of another one is a fault.
 */
const SEVERAL = 3;

/** Counts how many fewer products there are than in the largest remembered menu. */
function fewerThan(remembered: readonly number[], now: number): Counted {
  const most = Math.max(0, ...remembered);
  return { count: Math.max(0, most - now), of: most };
}
