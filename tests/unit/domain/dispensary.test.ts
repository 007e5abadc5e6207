import { describe, expect, test } from 'vitest';
import { reasonsAgainst, whyNotPromoted } from '../../../domain/dispensary.ts';
import { makeStore } from '../../integration/db/make-store.ts';

const OPEN_STORE = makeStore('5f1a2b3c4d5e6f7a8b9c0d1e', {
  name: 'Desert Bloom Phoenix',
  slug: 'desert-bloom-phoenix',
});

describe('whyNotPromoted', () => {
  test.each([
    ['an open store', {}],
    ['a store that tells no status', { status: null }],
    ['a store whose name only contains such letters', { name: 'The Greatest Contestant' }],
    ['a store of contests', { name: 'Contest Cannabis' }],
    ['a store of hits', { name: 'Greatest Hits' }],
    ['a store that attests', { name: 'Tested & True' }],
    ['a store with a demonstration in its name', { name: 'Demo Day Dispensary' }],
    ['a store without place, phone or time zone', { address: null, city: null, phone: null, timeZone: null }],
    ['a store with a legacy id', { platformDispensaryId: 'aB3dE5gH7jK9mN1pQ' }],
  ])('%s is promoted', (_title, change) => {
    expect(whyNotPromoted({ ...OPEN_STORE, ...change })).toBeNull();
  });

  test.each([
    ['Dutchie Sandbox AZ', 'sandbox'],
    ['SBX - Phoenix', 'sbx'],
    ['Green Leaf (DEMO STORE)', '(demo'],
    ['Green Leaf (demo)', '(demo'],
    ['test shop 3', 'test'],
    ['DNU Old Location', 'dnu'],
    ['DNU_Old', 'dnu'],
    ['Old_DNU2', 'dnu'],
    ['Test2', 'test'],
    ['Green Leaf-TEST', 'test'],
    ['my_test_shop', 'test'],
    ['Sandbox1', 'sandbox'],
    ['AZSandboxes', 'sandbox'],
    ['sbx2', 'sbx'],
    ['newSBXstore', 'sbx'],
  ])('%s is a test shop', (name) => {
    expect(whyNotPromoted({ ...OPEN_STORE, name })).toBe('the name is that of a test shop');
  });

  test('a store without a state is not promoted, since schedules and time zones go by state', () => {
    expect(whyNotPromoted({ ...OPEN_STORE, stateCode: null })).toBe('the store has no state');
  });

  test.each(['closed', 'coming soon'])('a store that is %s is not promoted', (status) => {
    expect(whyNotPromoted({ ...OPEN_STORE, status })).toBe(`the store is ${status}`);
  });

  test('reasons despite which a person has admitted a store do not count, and others do', () => {
    const shop = { ...OPEN_STORE, name: 'Test 3', stateCode: null };
    const reasons = reasonsAgainst(shop);
    expect(reasons).toEqual(['the name is that of a test shop', 'the store has no state']);
    expect(whyNotPromoted(shop, reasons)).toBeNull();
    expect(whyNotPromoted(shop, reasons.slice(0, 1))).toBe('the store has no state');
    expect(whyNotPromoted({ ...shop, status: 'closed' }, reasons)).toBe('the store is closed');
  });
});
