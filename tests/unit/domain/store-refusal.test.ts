import { expect, test } from 'vitest';
import { countOwnFailures } from '../../../domain/store-refusal.ts';

const AT_STORE = { failures: 5, refusals: 5, refusedProxies: 2, isRefused: true, othersRefused: 1 };

test('refusals of a store that refuses several working proxies, this one among them, are not its own', () => {
  expect(countOwnFailures([AT_STORE])).toBe(0);
  expect(countOwnFailures([{ ...AT_STORE, refusedProxies: 1 }])).toBe(5);
  expect(countOwnFailures([{ ...AT_STORE, isRefused: false }])).toBe(5);
});

test('refusals of a store that refuses two other proxies are not its own, though no other store answered any of them', () => {
  const unknown = { ...AT_STORE, refusedProxies: 0, isRefused: false };
  expect(countOwnFailures([{ ...unknown, othersRefused: 1 }])).toBe(5);
  expect(countOwnFailures([{ ...unknown, othersRefused: 2 }])).toBe(0);
  expect(countOwnFailures([{ ...unknown, failures: 7, othersRefused: 2 }])).toBe(2);
});

test('faults there are, and so is what failed at other stores', () => {
  expect(countOwnFailures([{ ...AT_STORE, failures: 7 }])).toBe(2);
  expect(countOwnFailures([AT_STORE, { ...AT_STORE, failures: 3, refusals: 3, refusedProxies: 1 }])).toBe(3);
  expect(countOwnFailures([])).toBe(0);
});
