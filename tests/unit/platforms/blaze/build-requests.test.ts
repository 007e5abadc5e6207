import { describe, expect, test } from 'vitest';
import {
  buildProducts,
  buildStore,
  buildStores,
  isStoreId,
} from '../../../../platforms/blaze/build-requests.ts';

const settings = { apiUrl: 'https://shops.test/api/v1' };
const STORE = '0f0e0d0c-0b0a-4908-8706-050403020100';

function queryOf({ url }: { url: string }): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

describe('a page of a menu', () => {
  const request = { platformDispensaryId: STORE, page: 0, order: 'ascending', apiUrl: null } as const;

  test('names the store in a header', () => {
    expect(buildProducts(settings, request)).toMatchObject({
      operation: 'products',
      method: 'GET',
      headers: [['x-store', STORE]],
    });
  });

  test('is asked for by offset: pages of fifty, from zero', () => {
    expect(queryOf(buildProducts(settings, request))).toEqual({
      limit: '50',
      offset: '0',
      delivery_type: 'pickup',
      sort: 'name',
    });
    expect(queryOf(buildProducts(settings, { ...request, page: 3 }))).toMatchObject({ offset: '150' });
  });

  test('is sorted the other way round when asked', () => {
    expect(queryOf(buildProducts(settings, { ...request, order: 'descending' }))).toMatchObject({
      sort: '-name',
    });
  });

  test.each(['https://shops.test/api/v1', 'https://shops.test/api/v1/', 'https://shops.test/api/v1//'])(
    'has one slash before the resource with %s',
    (apiUrl) => {
      expect(new URL(buildProducts({ apiUrl }, request).url).pathname).toBe('/api/v1/products/');
    },
  );
});

describe('stores', () => {
  test('of a state, a city or a surrounding are asked for in one request', () => {
    expect(queryOf(buildStores(settings, { stateCode: 'AZ' }))).toEqual({
      state: 'AZ',
      limit: '500',
      offset: '0',
    });
    expect(queryOf(buildStores(settings, { stateCode: 'AZ', city: 'Mesa & more' }))).toMatchObject({
      city: 'Mesa & more',
    });
    const near = { latitude: 33.4, longitude: -112.07, miles: 25 };
    expect(queryOf(buildStores(settings, { stateCode: 'AZ', near }))).toMatchObject({
      latitude: '33.4',
      longitude: '-112.07',
      radius_miles: '25',
    });
  });

  test('are asked for one by one: an id in the header, a slug in the query', () => {
    expect(buildStore(settings, STORE)).toMatchObject({
      url: 'https://shops.test/api/v1/stores/',
      headers: [['x-store', STORE]],
    });
    expect(buildStore(settings, 'copper-fern')).toMatchObject({
      url: 'https://shops.test/api/v1/stores/?slug=copper-fern',
      headers: [],
    });
  });

  test.each([
    [STORE, true],
    [STORE.toUpperCase(), true],
    ['copper-fern', false],
    [`${STORE}0`, false],
    [`${STORE}\r\nx-admin: 1`, false],
    ['', false],
  ])('%j as an id: %s', (text, isId) => {
    expect(isStoreId(text)).toBe(isId);
  });
});
