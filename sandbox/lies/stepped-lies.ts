import type { LieFamily } from './lie-kind.ts';
import { changedNumber, changedPrice, together } from './edit-products.ts';
import { renewedIds } from './identity-lies.ts';
import { otherStoreRelabelled } from './other-store-lies.ts';

const CREEP = 1.05;

/** Lies that start small and grow from pass to pass. */
export const STEPPED: LieFamily = {
  family: 'in steps',
  kinds: [
    {
      name: 'prices-creep',
      about: 'Prices are 5 % too high, and with each pass 5 % more',
      harms: ['prices'],
      menu: together(
        changedPrice('listPrice', (dollars, { age }) => dollars * CREEP ** (age + 1)),
        changedPrice('specialPrice', (dollars, { age }) => dollars * CREEP ** (age + 1)),
      ),
    },
    {
      name: 'sold-out-in-steps',
      about: 'A tenth of the products is sold out, and with each pass another tenth',
      harms: ['stock'],
      grows: true,
      menu: changedNumber('quantity', () => 0),
    },
    {
      name: 'cents-in-steps',
      about: 'A tenth of the products has prices 100 times as high, and with each pass another tenth',
      harms: ['prices'],
      grows: true,
      menu: changedPrice('listPrice', (dollars) => dollars * 100),
    },
    {
      name: 'prices-rise-in-steps',
      about: 'A tenth of the products has list prices a quarter higher, and with each pass another tenth',
      harms: ['prices'],
      grows: true,
      menu: changedPrice('listPrice', (dollars) => dollars * 1.25),
    },
    {
      name: 'shrinks-in-steps',
      about: 'A tenth of the products is missing, and with each pass another tenth',
      harms: ['stock'],
      grows: true,
      menu: () => [],
    },
    {
      name: 'ids-renewed-in-steps',
      about: 'A tenth of the products has new ids, and with each pass another tenth',
      harms: ['identity'],
      grows: true,
      menu: renewedIds,
    },
    {
      name: 'other-store-in-steps',
      about:
        'A tenth of the menu is that of another store, with this store as owner, and with each pass another tenth',
      harms: ['stock', 'prices', 'identity'],
      grows: true,
      menu: otherStoreRelabelled,
    },
  ],
};
