import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkRenamed, type LinkableProduct } from '../../../../domain/belief/link-renamed.ts';

function product(
  providerProductId: string,
  { sizes = [['1g', '10.00']], ...change }: Partial<LinkableProduct> & { sizes?: [string, string][] } = {},
): LinkableProduct {
  return {
    providerProductId,
    name: 'Blue Dream',
    brandName: 'Mesa Verde',
    category: 'Flower',
    options: sizes.map(([option, rec]) => ({ option, rec, med: null })),
    ...change,
  };
}

/** Links renamed products. The menu has the ids of its fresh products, and also `ids`. @returns the links as text */
function link(shelf: LinkableProduct[], fresh: LinkableProduct[], ids: string[] = []): string[] {
  const menu = { ids: [...ids, ...fresh.map(({ providerProductId }) => providerProductId)], fresh };
  return linkRenamed(shelf, menu).map(({ from, to }) => `${from}>${to}`);
}

describe('a product that is gone is linked to a fresh one', () => {
  test('of the same name, brand, category and sizes', () => {
    expect(link([product('a')], [product('x')])).toEqual(['a>x']);
  });

  test.each([
    ['name', { name: 'Green Crack' }],
    ['brand', { brandName: null }],
    ['category', { category: 'Vaporizers' }],
    ['sizes', { sizes: [['3.5g', '10.00'] as [string, string]] }],
  ])('and not to one of another %s', (_, change) => {
    expect(link([product('a')], [product('x', change)])).toEqual([]);
  });

  test('also when it costs more by now', () => {
    expect(link([product('a')], [product('x', { sizes: [['1g', '12.00']] })])).toEqual(['a>x']);
  });

  test('also when one of its sizes has sold out meanwhile', () => {
    const both: [string, string][] = [
      ['1g', '10.00'],
      ['3.5g', '30.00'],
    ];
    expect(link([product('a', { sizes: both })], [product('x', { sizes: [['3.5g', '30.00']] })])).toEqual([
      'a>x',
    ]);
  });

  test('and never while its own id is on the menu, or while the fresh one is on the shelf', () => {
    expect(link([product('a')], [product('x')], ['a'])).toEqual([]);
    expect(link([product('a'), product('x')], [product('x')])).toEqual([]);
  });
});

describe('of several of one name', () => {
  test('those of the same prices are one, whatever their ids', () => {
    const shelf = [product('a', { sizes: [['1g', '20.00']] }), product('b', { sizes: [['1g', '30.00']] })];
    const fresh = [product('x', { sizes: [['1g', '30.00']] }), product('y', { sizes: [['1g', '20.00']] })];
    expect(link(shelf, fresh).toSorted()).toEqual(['a>y', 'b>x']);
  });

  test('the exact ones are taken before one that merely shares a size', () => {
    const both: [string, string][] = [
      ['1g', '10.00'],
      ['3.5g', '30.00'],
    ];
    const shelf = [product('a'), product('b', { sizes: both })];
    const fresh = [product('x', { sizes: both }), product('y')];
    expect(link(shelf, fresh).toSorted()).toEqual(['a>y', 'b>x']);
  });

  test('the cheaper one stays the cheaper one when all prices have moved', () => {
    const shelf = [product('a', { sizes: [['1g', '30.00']] }), product('b', { sizes: [['1g', '9.00']] })];
    const fresh = [product('x', { sizes: [['1g', '10.00']] }), product('y', { sizes: [['1g', '33.00']] })];
    expect(link(shelf, fresh)).toEqual(['b>x', 'a>y']);
  });

  test('those that nothing tells apart go by their ids, in whatever order they come', () => {
    const shelf = [product('b'), product('a')];
    const fresh = [product('y'), product('x')];
    expect(link(shelf, fresh)).toEqual(['a>x', 'b>y']);
    expect(link(shelf.toReversed(), fresh.toReversed())).toEqual(['a>x', 'b>y']);
  });
});

const anyProduct = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
    name: fc.constantFrom('Blue Dream', 'Green Crack'),
    category: fc.constantFrom('Flower', null),
    sizes: fc.uniqueArray(
      fc.tuple(fc.constantFrom('1g', '3.5g', '7g'), fc.constantFrom('10.00', '9.00', '100.00')),
      { maxLength: 3, selector: ([size]) => size },
    ),
  })
  .map(({ id, ...change }) => product(id, change));
const anyMenu = fc.uniqueArray(anyProduct, { selector: ({ providerProductId }) => providerProductId });

test('links are one to one, from products that are gone to fresh ones of the same name, and do not depend on order', () => {
  fc.assert(
    fc.property(anyMenu, anyMenu, (shelf, menu) => {
      const ids = menu.map(({ providerProductId }) => providerProductId);
      const links = linkRenamed(shelf, { ids, fresh: menu });
      expect(new Set(links.map(({ from }) => from)).size).toBe(links.length);
      expect(new Set(links.map(({ to }) => to)).size).toBe(links.length);
      const find = (products: LinkableProduct[], id: string) =>
        products.find(({ providerProductId }) => providerProductId === id);
      for (const { from, to } of links) {
        expect(ids).not.toContain(from);
        expect(find(shelf, to)).toBeUndefined();
        expect(find(shelf, from)?.name).toBe(find(menu, to)?.name);
      }
      expect(linkRenamed(shelf.toReversed(), { ids, fresh: menu.toReversed() })).toEqual(links);
    }),
  );
});

test('a menu whose products all have new ids is linked as a whole', () => {
  fc.assert(
    fc.property(anyMenu, (shelf) => {
      const fresh = shelf.map((one) => ({ ...one, providerProductId: `new ${one.providerProductId}` }));
      const ids = fresh.map(({ providerProductId }) => providerProductId);
      const links = linkRenamed(shelf, { ids, fresh });
      expect(links).toHaveLength(shelf.length);
    }),
  );
});
