import type { Site } from './hostile-case.ts';
import { http1, reply, type Visit } from './site.ts';

/** The platform's id of the crawled store. */
export const STORE_ID = '5e7b9f2c4d1a8b3c6f0e9d2a';

export interface Product {
  _id: string;
  id: string;
  Name: string;
  [field: string]: unknown;
}

/** Returns a small product as a menu serves it. */
export function product(number: number, storeId = STORE_ID): Product {
  const id = `${storeId.slice(0, 16)}${number.toString(16).padStart(8, '0')}`;
  return {
    _id: id,
    id,
    Name: `Product ${number}`,
    DispensaryID: storeId,
    type: 'Flower',
    Options: ['3.5g'],
    Prices: [35],
    recPrices: [35],
    medicalPrices: [],
    Status: 'Active',
    __typename: 'Products',
  };
}

/** Returns the first products of a menu. */
export function products(count: number, storeId?: string): Product[] {
  return Array.from({ length: count }, (_, number) => product(number, storeId));
}

export function idsOf(list: Product[]): string[] {
  return list.map(({ id }) => id);
}

/** Returns one page as the platform does. @param totalCount default: the number of products on the page */
export function answerOf(onPage: unknown, totalCount: unknown = (onPage as unknown[]).length): object {
  return {
    data: {
      filteredProducts: {
        products: onPage,
        queryInfo: { totalCount, totalPages: 1, __typename: 'QueryInfo' },
        __typename: 'ProductsList',
      },
    },
  };
}

export function pageOf(list: Product[], page: number): Product[] {
  return list.slice(page * 100, page * 100 + 100);
}

/** Creates a site that serves a menu correctly. */
export function goodSite(size: number): Site {
  const menu = products(size);
  return menuSite((visit) => answerOf(pageOf(menu, visit.page), menu.length));
}

/** Creates a site whose responses are well formed, but may have any content. */
export function menuSite(answer: (visit: Visit) => object): Site {
  return http1((visit) => reply(visit.socket, { body: JSON.stringify(answer(visit)) }));
}
