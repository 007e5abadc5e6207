import { expect, test } from 'vitest';
import { createGathering } from '../../../stages/gather-pages.ts';
import type { MenuPage, Platform } from '../../../platforms/platform.ts';

const platform = { pageSize: 2, pagesMax: 10 } as Platform;

/** Returns a page of products. The first letter of a name is the product's id; the rest tells versions of the product apart. */
const pageOf = (totalCount: number | null, ...names: string[]): MenuPage =>
  ({ products: names.map((name) => ({ id: name[0], raw: name })), totalCount }) as MenuPage;

test('a product that comes twice is as it came first', () => {
  const gathering = createGathering(platform);
  for (const page of [pageOf(3, 'a1', 'b1'), pageOf(3, 'b2', 'c1')]) gathering.take(page);
  expect(gathering.menu()).toMatchObject({ products: ['a1', 'b1', 'c1'], missing: 0 });
  expect(gathering.next()).toBeNull();
});

test('where the platform counts others than came, they are looked for in the opposite order, once', () => {
  const gathering = createGathering(platform);
  expect(gathering.next()).toEqual({ page: 0, order: 'ascending' });
  for (const page of [pageOf(4, 'a1', 'b1'), pageOf(4, 'c1')]) gathering.take(page);
  expect(gathering.menu().missing).toBe(1);
  expect(gathering.next()).toEqual({ page: 0, order: 'descending' });
  gathering.take(pageOf(4, 'c1', 'b1'));
  expect(gathering.next()).toEqual({ page: 1, order: 'descending' });
  gathering.take(pageOf(4, 'a1'));
  expect(gathering.next()).toBeNull();
  expect(gathering.menu()).toMatchObject({ pages: 4, missing: 1 });
});
