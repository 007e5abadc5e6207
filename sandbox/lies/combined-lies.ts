import { changedNumber, changedPrice, together } from './edit-products.ts';
import { renewedIds } from './identity-lies.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import { byName } from './menu-order.ts';
import { permuted } from './mixed-up-lies.ts';

const soldOut = changedNumber('quantity', () => 0);
const firstHalf: MenuLie = (touched) => byName(touched).slice(0, Math.ceil(touched.length / 2));
const fivePassesAgo: MenuLie = (_, { earlier, pass }) => earlier(pass - 5);

function pricesTimes(factor: number): MenuLie {
  return together(
    changedPrice('listPrice', (dollars) => dollars * factor),
    changedPrice('specialPrice', (dollars) => dollars * factor),
  );
}

/** Lies that make several changes at once. Lies that are added one after the other also combine. */
export const COMBINED: LieFamily = {
  family: 'several at once',
  kinds: [
    {
      name: 'cents-and-sold-out',
      about: 'Prices are 100 times as high as they really are, and each quantity is 0',
      harms: ['stock', 'prices'],
      menu: together(pricesTimes(100), soldOut),
    },
    {
      name: 'zero-everywhere',
      about: 'Prices and quantities are 0',
      harms: ['stock', 'prices'],
      menu: together(pricesTimes(0), soldOut),
    },
    {
      name: 'everything-permuted',
      about: 'Names, prices and quantities are shuffled among the products, each field separately',
      harms: ['stock', 'prices', 'identity'],
      menu: together(permuted('name'), permuted('listPrice'), permuted('quantity')),
    },
    {
      name: 'ids-and-prices-permuted',
      about: 'Ids and prices are shuffled among the products, each field separately',
      harms: ['prices', 'identity'],
      menu: together(permuted('id'), permuted('listPrice')),
    },
    {
      name: 'half-menu-half-higher',
      about: 'The first half of the products by name, with prices 50 % higher',
      harms: ['stock', 'prices'],
      menu: together(firstHalf, pricesTimes(1.5)),
    },
    {
      name: 'half-menu-with-new-ids',
      about: 'The first half of the products by name, with new ids',
      harms: ['stock', 'identity'],
      menu: together(firstHalf, renewedIds),
    },
    {
      name: 'stale-with-new-ids',
      about: 'The menu of five passes ago, with new ids',
      harms: ['stock', 'prices', 'identity'],
      menu: together(fivePassesAgo, renewedIds),
    },
    {
      name: 'stale-and-tenth-higher',
      about: 'The menu of five passes ago, with prices 10 % higher',
      harms: ['stock', 'prices'],
      menu: together(fivePassesAgo, pricesTimes(1.1)),
    },
    {
      name: 'text-everywhere',
      about: 'Prices and quantities are texts',
      harms: ['stock', 'prices'],
      menu: together(
        changedNumber('listPrice', String),
        changedNumber('specialPrice', String),
        changedNumber('quantity', String),
      ),
    },
  ],
};
