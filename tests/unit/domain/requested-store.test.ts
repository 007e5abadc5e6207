import { expect, test } from 'vitest';
import { isAskedStore, isCertainlyAskedStore } from '../../../domain/requested-store.ts';
import { makeStore } from '../../integration/db/make-store.ts';

const STORE = makeStore('65a1', {
  name: 'Zen Leaf',
  slug: 'zen-leaf-phoenix',
  city: 'Phoenix',
  stateCode: 'AZ',
});
const KNOWN = { name: 'Zen Leaf', slug: 'zen', city: 'Phoenix', stateCode: 'AZ' };

test('a store is the one that was asked for by its own slug or its id, whatever else is known', () => {
  const other = { name: 'Other', slug: 'other', city: 'Mesa', stateCode: 'AZ' };
  expect(isAskedStore(STORE, 'zen-leaf-phoenix', other)).toBe(true);
  expect(isAskedStore(STORE, '65a1', other)).toBe(true);
  expect(isAskedStore(STORE, 'zen', other)).toBe(false);
});

test('under another slug its name or its place is the one that is known', () => {
  expect(isAskedStore(STORE, 'zen', { ...KNOWN, city: null })).toBe(true);
  expect(isAskedStore(STORE, 'zen', { ...KNOWN, name: 'Other' })).toBe(true);
  expect(isAskedStore(STORE, 'zen', { ...KNOWN, name: 'Other', city: 'Mesa' })).toBe(false);
});

test.each([
  ['visit-zen-leaf-phoenix', true],
  ['Zen-Leaf', true],
  ['zen-garden', false],
  ['deeply-rooted', false],
  ['-', false],
])(
  'of a store that nothing is known of but the slug %s, the words have to be there: %s',
  (slug, expected) => {
    expect(isAskedStore(STORE, slug, { name: slug, slug, city: null, stateCode: null })).toBe(expected);
  },
);

test('of a store whose id is known, name or place alone is not enough', () => {
  expect(isCertainlyAskedStore(STORE, 'zen-leaf-phoenix', { ...KNOWN, name: 'Other', city: 'Mesa' })).toBe(
    true,
  );
  expect(isCertainlyAskedStore(STORE, 'zen', KNOWN)).toBe(true);
  expect(isCertainlyAskedStore(STORE, 'zen', { ...KNOWN, name: 'Other' })).toBe(false);
  expect(isCertainlyAskedStore(STORE, 'zen', { ...KNOWN, city: 'Mesa' })).toBe(false);
  expect(isCertainlyAskedStore(STORE, 'zen', { ...KNOWN, city: null })).toBe(false);
});
