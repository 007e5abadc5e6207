import { describe, expect, test } from 'vitest';
import {
  buildFilteredProducts,
  buildStoreBySlug,
  buildStoresOfState,
  type DutchieSettings,
} from '../../../../platforms/dutchie/build-requests.ts';

const HASH = '5c'.repeat(32);
const OTHER_HASH = 'd0'.repeat(32);
const GRAPHQL_URL = 'https://menus.test/api-3/graphql';
const hashed: DutchieSettings = {
  graphqlUrl: GRAPHQL_URL,
  hashes: { FilteredProducts: HASH, ConsumerDispensaries: OTHER_HASH },
};
const unhashed: DutchieSettings = { graphqlUrl: GRAPHQL_URL, hashes: {} };
const menu = { platformDispensaryId: '65a1b2c3d4e5f60718293a4b', page: 0 };

const MENU_VARIABLES = {
  includeEnterpriseSpecials: false,
  productsFilter: {
    dispensaryId: '65a1b2c3d4e5f60718293a4b',
    pricingType: 'rec',
    Status: 'All',
    types: [],
    useCache: false,
    isDefaultSort: false,
    sortBy: 'name',
    sortDirection: 1,
    bypassOnlineThresholds: true,
    isKioskMenu: false,
    removeProductsBelowOptionThresholds: false,
  },
  page: 0,
  perPage: 100,
};

function queryOf(url: string): Record<string, unknown> {
  const { operationName, variables, extensions } = Object.fromEntries(new URL(url).searchParams);
  return {
    operationName,
    variables: JSON.parse(variables ?? 'null') as unknown,
    extensions: JSON.parse(extensions ?? 'null') as unknown,
  };
}

describe('a page of a menu', () => {
  test('is asked by GET with the hash of the persisted query when it is known', () => {
    const request = buildFilteredProducts(hashed, menu);
    expect(request).toMatchObject({ operation: 'FilteredProducts', method: 'GET' });
    expect(request).not.toHaveProperty('body');
    expect(request.url.split('?')[0]).toBe(GRAPHQL_URL);
    expect(queryOf(request.url)).toEqual({
      operationName: 'FilteredProducts',
      variables: MENU_VARIABLES,
      extensions: { persistedQuery: { version: 1, sha256Hash: HASH } },
    });
  });

  test('is asked by POST with the whole query when no hash is known', () => {
    const request = buildFilteredProducts(unhashed, menu);
    expect(request).toMatchObject({ operation: 'FilteredProducts', method: 'POST', url: GRAPHQL_URL });
    const body = JSON.parse(request.body ?? '') as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['operationName', 'variables', 'query']);
    expect(body).toMatchObject({ operationName: 'FilteredProducts', variables: MENU_VARIABLES });
    for (const read of ['_id', 'Name', 'Options', 'recSpecialPrices', 'POSMetaData', 'totalCount'])
      expect(body['query']).toContain(read);
  });

  test.each([0, 1, 28])('page %i is asked as such: pages count from zero', (page) => {
    expect(queryOf(buildFilteredProducts(hashed, { ...menu, page }).url)['variables']).toMatchObject({
      page,
      perPage: 100,
    });
  });

  test('a legacy id of 17 characters travels as it is', () => {
    const { url } = buildFilteredProducts(hashed, { ...menu, platformDispensaryId: 'aB3dE5gH7jK9mN1pQ' });
    expect(queryOf(url)['variables']).toMatchObject({
      productsFilter: { dispensaryId: 'aB3dE5gH7jK9mN1pQ' },
    });
  });
});

describe('the headers', () => {
  test('of a GET pass the guard against cross-site requests and name the operation', () => {
    expect(buildFilteredProducts(hashed, menu).headers).toEqual([
      ['apollo-require-preflight', 'true'],
      ['apollographql-client-name', 'Marketplace (production)'],
      ['x-apollo-operation-name', 'FilteredProducts'],
    ]);
  });

  test('of a POST say that the body is JSON', () => {
    expect(buildStoreBySlug(unhashed, 'desert-bloom').headers).toEqual([
      ['content-type', 'application/json'],
      ['apollo-require-preflight', 'true'],
      ['apollographql-client-name', 'Marketplace (production)'],
      ['x-apollo-operation-name', 'ConsumerDispensaries'],
    ]);
  });
});

describe('stores', () => {
  test('of a state are asked by state, open ones only', () => {
    expect(queryOf(buildStoresOfState(hashed, 'AZ').url)).toEqual({
      operationName: 'ConsumerDispensaries',
      variables: { dispensaryFilter: { state: 'AZ', country: 'United States', activeOnly: true } },
      extensions: { persistedQuery: { version: 1, sha256Hash: OTHER_HASH } },
    });
  });

  test.each(['desert-bloom', '65a1b2c3d4e5f60718293a4b', 'a&b=c "d" ü'])(
    '%s is asked by name or id',
    (slug) => {
      expect(queryOf(buildStoreBySlug(hashed, slug).url)['variables']).toEqual({
        dispensaryFilter: { cNameOrID: slug },
      });
    },
  );

  test('each operation goes by its own hash or none', () => {
    const half = { ...unhashed, hashes: { ConsumerDispensaries: OTHER_HASH } };
    expect(buildStoreBySlug(half, 'x').method).toBe('GET');
    expect(buildFilteredProducts(half, menu).method).toBe('POST');
  });
});
