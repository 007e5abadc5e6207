import type { MenuEntry } from '../world/world.ts';
import { aboutHalf } from './edit-products.ts';
import type { LieFamily, MenuLie } from './lie-kind.ts';
import { byName } from './menu-order.ts';

/** Lies that omit products from a menu. The count matches the remaining products, so only an earlier menu reveals the omission. */
export const TRUNCATED: LieFamily = {
  family: 'a part of the menu',
  kinds: [
    { name: 'empty', about: 'No product, and a count of 0', harms: ['stock'], menu: () => [] },
    {
      name: 'one-product',
      about: 'The first product by name alone',
      harms: ['stock'],
      menu: (touched) => byName(touched).slice(0, 1),
    },
    {
      name: 'first-twenty',
      about: 'The first 20 products by name, as in the list of a home page',
      harms: ['stock'],
      menu: (touched) => byName(touched).slice(0, 20),
    },
    {
      name: 'first-hundred',
      about: 'The first 100 products by name, as if there were one page',
      harms: ['stock'],
      menu: (touched) => byName(touched).slice(0, 100),
    },
    {
      name: 'first-half',
      about: 'The first half of the products by name',
      harms: ['stock'],
      menu: (touched) => byName(touched).slice(0, Math.ceil(touched.length / 2)),
    },
    {
      name: 'last-half',
      about: 'The last half of the products by name',
      harms: ['stock'],
      menu: (touched) => byName(touched).slice(Math.floor(touched.length / 2)),
    },
    {
      name: 'random-half',
      about: 'Half of the products, drawn at random',
      harms: ['stock'],
      menu: aboutHalf(() => []),
    },
    {
      name: 'fifth-missing',
      about: 'A fifth of the products is missing, drawn at random',
      harms: ['stock'],
      menu: (touched, { random }) => touched.filter(({ id }) => random(id).chance(0.8)),
    },
    {
      name: 'largest-category-missing',
      about: 'The largest category is missing',
      harms: ['stock'],
      menu: withoutLargest((entry) => entry.category),
    },
    {
      name: 'largest-category-only',
      about: 'The largest category alone, as after a filter that stuck',
      harms: ['stock'],
      menu: (touched) => largest(touched, (entry) => entry.category),
    },
  ],
};

function withoutLargest(keyOf: (entry: MenuEntry) => string): MenuLie {
  return (touched) => {
    const left = new Set(largest(touched, keyOf));
    return touched.filter((entry) => !left.has(entry));
  };
}

function largest(menu: readonly MenuEntry[], keyOf: (entry: MenuEntry) => string): MenuEntry[] {
  const groups = [...Map.groupBy(menu, keyOf).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}
