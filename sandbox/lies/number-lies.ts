import { changedNumber, changedPrice, relabelledName, set, together } from './edit-products.ts';
import type { LieFamily, LieKind } from './lie-kind.ts';

const FACTORS: readonly [name: string, words: string, factor: number][] = [
  ['times-100', '100 times their real value, as if cents were dollars', 100],
  ['divided-by-100', 'a hundredth of their real value, as if dollars were cents', 0.01],
  ['times-10', '10 times their real value', 10],
  ['divided-by-10', 'a tenth of their real value', 0.1],
  ['halved', 'half of their real value', 0.5],
  ['half-higher', '50 % higher', 1.5],
  ['tenth-higher', '10 % higher', 1.1],
];

const QUANTITY_FACTORS: readonly [name: string, words: string, factor: number][] = [
  ['times-100', '100 times their real value', 100],
  ['times-10', '10 times their real value', 10],
  ['divided-by-10', 'a tenth of their real value, rounded up', 0.1],
];

/** Lies that multiply numbers by a wrong factor. */
export const SCALED: LieFamily = {
  family: 'numbers scaled',
  kinds: [
    ...FACTORS.map(([name, text, factor]): LieKind => {
      const scale = (dollars: number) => dollars * factor;
      return {
        name: `prices-${name}`,
        about: `Prices of every kind are ${text}`,
        harms: ['prices'],
        menu: together(changedPrice('listPrice', scale), changedPrice('specialPrice', scale)),
      };
    }),
    ...FACTORS.filter(([, , factor]) => factor < 1).map(([name, text, factor]): LieKind => ({
      name: `specials-${name}`,
      about: `Special prices are ${text}`,
      harms: ['prices'],
      menu: changedPrice('specialPrice', (dollars) => dollars * factor),
    })),
    {
      name: 'prices-up-a-dollar',
      about: 'List prices are a dollar too high',
      harms: ['prices'],
      menu: changedPrice('listPrice', (dollars) => dollars + 1),
    },
    ...QUANTITY_FACTORS.map(([name, text, factor]): LieKind => ({
      name: `quantities-${name}`,
      about: `Quantities are ${text}`,
      harms: ['stock'],
      menu: changedNumber('quantity', (quantity) => Math.ceil(quantity * factor)),
    })),
  ],
};

const PRICES = [0, 0.01, 20, 99_999];
const QUANTITIES = [0, 1, 25, 9999, -1];

/** Lies that show the same value for every product. */
export const CONSTANT: LieFamily = {
  family: 'constants',
  kinds: [
    ...PRICES.map((price): LieKind => ({
      name: `prices-${String(price).replace('.', '-')}`,
      about: `Each list price is $${price}`,
      harms: ['prices'],
      menu: changedPrice('listPrice', () => price),
    })),
    ...PRICES.map((price): LieKind => ({
      name: `specials-${String(price).replace('.', '-')}`,
      about: `Each special price is $${price}`,
      harms: ['prices'],
      menu: changedPrice('specialPrice', () => price),
    })),
    ...QUANTITIES.map((quantity): LieKind => ({
      name: quantity < 0 ? 'quantities-negative' : `quantities-${quantity}`,
      about: `Each quantity is ${quantity}`,
      harms: ['stock'],
      menu: changedNumber('quantity', () => quantity),
    })),
    {
      name: 'names-constant',
      about: 'Each name is `Product`',
      harms: ['identity'],
      menu: set('name', 'Product'),
    },
    {
      name: 'categories-constant',
      about: 'Each category is `Flower`',
      harms: ['identity'],
      menu: relabelledName('category', () => 'Flower'),
    },
    {
      name: 'ids-constant',
      about: 'Every product has the same id',
      harms: ['identity'],
      menu: set('id', 'a'.repeat(24)),
    },
    {
      name: 'options-constant',
      about: 'Each size is `1g`',
      harms: ['stock', 'prices'],
      menu: set('option', '1g'),
    },
  ],
};
