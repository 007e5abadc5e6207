import { expect, test } from 'vitest';
import { slugInPath } from '../../../platforms/slug-in-path.ts';

test.each([
  ['https://menus.test/menu/copper-fern', 'copper-fern'],
  ['https://menus.test/menu/copper-fern/products?page=2', 'copper-fern'],
  ['https://menus.test/menu/caf%C3%A9', 'café'],
  ['https://menus.test/menu/half%', 'half%'],
  ['https://menus.test/about/copper-fern', null],
  ['https://menus.test/menu/', null],
  ['copper-fern', null],
])('the slug in %s is %j', (url, slug) => {
  expect(slugInPath(url, /^\/menu\/([^/]+)/)).toBe(slug);
});
