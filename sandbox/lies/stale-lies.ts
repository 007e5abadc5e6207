import { aboutHalf, borrowed, eachRecord } from './edit-products.ts';
import { DUTCHIE_ONLY } from './lie-kind.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import type { ProductField } from './product-fields.ts';

const STALE_PASSES = 5;

const stale =
  (passes: number): MenuLie =>
  (_, { earlier, pass }) =>
    earlier(pass - passes);

function staleField(field: ProductField): MenuLie {
  return borrowed(field, (_, { earlier, pass }) => {
    const before = new Map(earlier(pass - STALE_PASSES).map((entry) => [entry.id, entry]));
    return ({ id }) => before.get(id);
  });
}

/** Lies that show the menu of an earlier pass. In pass 0 they change nothing. */
export const STALE: LieFamily = {
  family: 'an earlier menu',
  kinds: [
    {
      name: 'stale-one-pass',
      about: 'The menu of the previous pass',
      harms: ['stock', 'prices'],
      menu: stale(1),
    },
    {
      name: 'stale-five-passes',
      about: 'The menu of five passes ago',
      harms: ['stock', 'prices'],
      menu: stale(STALE_PASSES),
    },
    {
      name: 'stale-first-pass',
      about: 'The menu of pass 0',
      harms: ['stock', 'prices'],
      menu: (_, { earlier }) => earlier(0),
    },
    {
      name: 'stale-since-then',
      about:
        'The menu stays as it was in the pass in which the lie began, as in a cache that is never renewed',
      harms: ['stock', 'prices'],
      menu: (_, { earlier, pass, age }) => earlier(pass - age),
    },
    {
      name: 'stale-with-new-dates',
      about: 'The menu of five passes ago, with the current time as `updatedAt`',
      harms: ['stock', 'prices'],
      platforms: DUTCHIE_ONLY,
      menu: (touched, context) => {
        const dates = new Map(touched.map(({ id, record }) => [id, record['updatedAt']]));
        const redated = eachRecord((record, _, { id }) => ({ ...record, updatedAt: dates.get(id) ?? null }));
        return redated(stale(STALE_PASSES)(touched, context), context);
      },
    },
    {
      name: 'half-stale',
      about: 'Half of the products are as they were five passes ago',
      harms: ['stock', 'prices'],
      menu: aboutHalf(stale(STALE_PASSES)),
    },
    {
      name: 'stale-prices',
      about: 'Products have the list prices of five passes ago',
      harms: ['prices'],
      menu: staleField('listPrice'),
    },
    {
      name: 'stale-quantities',
      about: 'Products have the quantities of five passes ago',
      harms: ['stock'],
      menu: staleField('quantity'),
    },
  ],
};
