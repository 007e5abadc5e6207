import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMenuPage } from '../../../../platforms/dutchie/parse-menu.ts';
import { UnexpectedAnswer } from '../../../../platforms/platform.ts';
import { makeRawProduct } from './make-raw-product.ts';

function pageOf(products: unknown, queryInfo?: unknown): unknown {
  return {
    data: {
      filteredProducts: {
        products,
        ...(queryInfo === undefined ? {} : { queryInfo }),
        __typename: 'ProductsList',
      },
    },
  };
}

describe('parseMenuPage', () => {
  test('gives the products as they came, and how many the menu has', () => {
    const one = makeRawProduct({ _id: 'a1', id: 'a1' });
    const other = makeRawProduct({ _id: 'b2', id: 'b2', POSMetaData: null });
    const answer = pageOf([one, other], { totalCount: 227, totalPages: 3, __typename: 'queryInfoType' });
    expect(parseMenuPage(answer)).toEqual({
      products: [
        { id: 'a1', raw: one },
        { id: 'b2', raw: other },
      ],
      totalCount: 227,
      ownerIds: ['65a1b2c3d4e5f60718293a4b'],
    });
  });

  test('an empty page is a page without products', () => {
    expect(parseMenuPage(pageOf([], { totalCount: 0 }))).toEqual({
      products: [],
      totalCount: 0,
      ownerIds: [],
    });
  });

  test.each([
    ['is absent', undefined],
    ['is null', null],
    ['has no count', { totalPages: 3 }],
    ['has the count null', { totalCount: null }],
  ])('without a count when queryInfo %s', (_title, queryInfo) => {
    expect(parseMenuPage(pageOf([makeRawProduct()], queryInfo)).totalCount).toBeNull();
  });

  test('either of the two ids will do', () => {
    const ids = [{ _id: 'only-underscore' }, { id: 'only-plain' }, { id: '', _id: 'not-empty' }];
    expect(parseMenuPage(pageOf(ids)).products.map(({ id }) => id)).toEqual([
      'only-underscore',
      'only-plain',
      'not-empty',
    ]);
  });

  test('products without an id keep places of their own, within a page and across pages', () => {
    const first = parseMenuPage(pageOf([{ Name: 'A' }, null, { id: 5 }, { Name: 'A' }, { id: 'a1' }]));
    const second = parseMenuPage(pageOf([{ Name: 'B' }, { id: 'b2' }]));
    const ids = [...first.products, ...second.products].map(({ id }) => id);
    expect(new Set(ids).size).toBe(7);
    expect(ids[0]).toBe('without id, place 0: {"Name":"A"}');
  });

  test.each([
    ['no products', { data: { filteredProducts: {} } }],
    ['products that are no list', pageOf({ 0: makeRawProduct() })],
    ['products null', pageOf(null)],
    ['no product with an id', pageOf([{ Name: 'A' }, { id: 5 }])],
    ['products that are texts', pageOf(['a', 'b'])],
    ['a number among the products', pageOf([makeRawProduct(), 7])],
    ['filteredProducts null', { data: { filteredProducts: null } }],
    ['a negative count', pageOf([], { totalCount: -1 })],
    ['a count that is text', pageOf([], { totalCount: '227' })],
    ['no data', {}],
  ])('%s is another form than known', (_title, answer) => {
    expect(() => parseMenuPage(answer)).toThrow(UnexpectedAnswer);
    expect(() => parseMenuPage(answer)).toThrow(expect.objectContaining({ complaint: 'form' }));
  });

  test('a rotated hash is reported by the platform, not another form', () => {
    expect(() => parseMenuPage({ errors: [{ message: 'PersistedQueryNotFound' }] })).toThrow(
      expect.objectContaining({
        complaint: 'unknown-query',
        message: 'FilteredProducts: the platform reports PersistedQueryNotFound',
      }),
    );
  });

  test('any list of products keeps its length and content', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constant(null))),
        (odd) => {
          const products = [...odd, { id: 'sound' }];
          const page = parseMenuPage(pageOf(products));
          expect(page.products.map(({ raw }) => raw)).toEqual(products);
          for (const { id } of page.products) expect(id).not.toBe('');
        },
      ),
    );
  });
});
