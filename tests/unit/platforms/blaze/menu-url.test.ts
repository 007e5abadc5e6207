import { expect, test } from 'vitest';
import { menuUrlOf, slugOfMenuUrl } from '../../../../platforms/blaze/menu-url.ts';

test.each([
  ['https://shops.test/stores/copper-fern', 'copper-fern'],
  ['https://shops.test/stores/copper-fern/products?x=1', 'copper-fern'],
  ['https://shops.test/stores/caf%C3%A9', 'café'],
  ['https://shops.test/stores/half%', 'half%'],
  ['https://shops.test/stores/', null],
  ['https://shops.test/', null],
  ['copper-fern', null],
])('the slug of %s is %s', (url, slug) => {
  expect(slugOfMenuUrl(url)).toBe(slug);
});

test('a slug with marks of its own is encoded', () => {
  expect(menuUrlOf('https://shops.test', 'a/b?c')).toBe('https://shops.test/stores/a%2Fb%3Fc');
});
