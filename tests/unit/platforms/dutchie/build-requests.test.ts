import { describe, expect, test } from 'vitest';
import type { Area } from '../../../../domain/discovery.ts';
import {
  buildFilteredProducts,
  buildStore,
  buildStores,
  type DutchieSettings,
  type Source,
} from '../../../../platforms/dutchie/build-requests.ts';
import { NOTHING_KNOWN, type MenuPageRequest, type QueryKnowledge } from '../../../../platforms/platform.ts';

const HASH = '5c'.repeat(32);
const OTHER_HASH = 'd0'.repeat(32);
const GRAPHQL_URL = 'https://menus.test/api-3/graphql';
const hashed = sourceOf({ FilteredProducts: HASH, ConsumerDispensaries: OTHER_HASH });
const unhashed = sourceOf({});
const menu: MenuPageRequest = {
  platformDispensaryId: '65a1b2c3d4e5f60718293a4b',
  page: 0,
  order: 'ascending',
  apiUrl: null,
};

function sourceOf(hashes: DutchieSettings['hashes'], known: Partial<QueryKnowledge> = {}): Source {
  return { settings: { graphqlUrl: GRAPHQL_URL, hashes }, known: { ...NOTHING_KNOWN, ...known } };
}

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
    expect(request).not.toHaveProperty('selectsFields');
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
    expect(request.selectsFields).toBe(true);
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

  test('the second time is asked in the opposite order', () => {
    expect(
      queryOf(buildFilteredProducts(hashed, { ...menu, order: 'descending' }).url)['variables'],
    ).toMatchObject({ productsFilter: { sortBy: 'name', isDefaultSort: false, sortDirection: -1 } });
  });

  test('of a store with a domain of its own is asked there', () => {
    const apiUrl = 'https://shop.test/api-4/graphql';
    expect(buildFilteredProducts(hashed, { ...menu, apiUrl }).url.split('?')[0]).toBe(apiUrl);
    expect(buildFilteredProducts(unhashed, { ...menu, apiUrl }).url).toBe(apiUrl);
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
    expect(buildStore(unhashed, 'desert-bloom').headers).toEqual([
      ['content-type', 'application/json'],
      ['apollo-require-preflight', 'true'],
      ['apollographql-client-name', 'Marketplace (production)'],
      ['x-apollo-operation-name', 'ConsumerDispensaries'],
    ]);
  });
});

describe('stores', () => {
  test('of a state are asked by state, closed ones too', () => {
    expect(queryOf(buildStores(hashed, { stateCode: 'AZ' }).url)).toEqual({
      operationName: 'ConsumerDispensaries',
      variables: { dispensaryFilter: { state: 'AZ', country: 'United States', activeOnly: false } },
      extensions: { persistedQuery: { version: 1, sha256Hash: OTHER_HASH } },
    });
  });

  test('of a city, or around a point, are asked so', () => {
    const filterOf = (area: Area): unknown => queryOf(buildStores(hashed, area).url)['variables'];
    expect(filterOf({ stateCode: 'AZ', city: 'Mesa' })).toMatchObject({
      dispensaryFilter: { state: 'AZ', city: 'Mesa' },
    });
    const near = { latitude: 33.5, longitude: -112.07, miles: 50 };
    expect(filterOf({ stateCode: 'AZ', near })).toMatchObject({
      dispensaryFilter: { nearLat: 33.5, nearLng: -112.07, distance: 50, sortBy: 'distance' },
    });
  });

  test.each(['desert-bloom', '65a1b2c3d4e5f60718293a4b', 'a&b=c "d" ü'])(
    '%s is asked by name or id',
    (slug) => {
      expect(queryOf(buildStore(hashed, slug).url)['variables']).toEqual({
        dispensaryFilter: { cNameOrID: slug },
      });
    },
  );

  test('each operation goes by its own hash or none', () => {
    const half = sourceOf({ ConsumerDispensaries: OTHER_HASH });
    expect(buildStore(half, 'x').method).toBe('GET');
    expect(buildFilteredProducts(half, menu).method).toBe('POST');
  });
});

describe('what crawls have found out', () => {
  const learned = 'aa'.repeat(32);

  test('a hash that a page used goes before that of the settings', () => {
    const source = sourceOf({ FilteredProducts: HASH }, { learned: { FilteredProducts: learned } });
    expect(buildFilteredProducts(source, menu).queryHash).toBe(learned);
  });

  test('a rejected hash is passed over for the next one, and in the end for the whole query', () => {
    const known = { learned: { FilteredProducts: learned }, rejected: new Set([learned]) };
    expect(buildFilteredProducts(sourceOf({ FilteredProducts: HASH }, known), menu).queryHash).toBe(HASH);
    const none = { ...known, rejected: new Set([learned, HASH]) };
    const request = buildFilteredProducts(sourceOf({ FilteredProducts: HASH }, none), menu);
    expect(request).toMatchObject({ method: 'POST', url: GRAPHQL_URL });
    expect(request).not.toHaveProperty('queryHash');
  });
});
