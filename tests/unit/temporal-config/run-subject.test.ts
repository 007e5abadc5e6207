import { expect, test } from 'vitest';
import { roleOf } from '../../../temporal-config/run-subject.ts';

test('a chain has the role that its input names; other work has the role of its type', () => {
  expect(roleOf('crawlDispensary', 'product_discovery')).toBe('product_discovery');
  expect(roleOf('crawlDispensary', undefined)).toBe('payload_fetch');
  // Both name the role of the crawls that they start.
  expect(roleOf('discoverStores', 'product_discovery')).toBe('store_discovery');
  expect(roleOf('resolveEntryPoint', 'product_discovery')).toBe('entry_point_discovery');
});
