import { expect, test } from 'vitest';
import { createDutchiePlatform } from '../../../../platforms/dutchie/dutchie.ts';
import { NOTHING_KNOWN } from '../../../../platforms/platform.ts';
import { makeRawProduct } from './make-raw-product.ts';

const dutchie = createDutchiePlatform({ graphqlUrl: 'https://menus.test/api-3/graphql', hashes: {} });

test('a full page has as many products as are asked for', () => {
  const { variables } = JSON.parse(
    dutchie.requestMenuPage(
      { platformDispensaryId: 'aB3dE5gH7jK9mN1pQ', page: 2, order: 'ascending', apiUrl: null },
      NOTHING_KNOWN,
    ).body ?? '',
  ) as {
    variables: Record<string, unknown>;
  };
  expect(variables).toMatchObject({ page: 2, perPage: dutchie.pageSize });
  expect(dutchie.pageSize).toBe(100);
});

test('the bound on pages leaves room for ten times the largest menu on record', () => {
  expect(dutchie.pagesMax * dutchie.pageSize).toBeGreaterThanOrEqual(10 * 2_890);
});

test('menu pages of discovered stores are on the host that was asked, and lead back to the slug', () => {
  const [store] = dutchie.parseStores({
    data: { filteredDispensaries: [{ id: 'aB3dE5gH7jK9mN1pQ', name: 'Bloom', cName: 'bloom' }] },
  });
  expect(store?.menuUrl).toBe('https://menus.test/embedded-menu/bloom');
  expect(dutchie.slugOf(store?.menuUrl ?? '')).toBe('bloom');
});

test('what a menu page holds can be normalized', () => {
  const page = dutchie.parseMenuPage({ data: { filteredProducts: { products: [makeRawProduct()] } } });
  expect(page.products.map(({ raw }) => dutchie.normalizerOf([raw])(raw).ok)).toEqual([true]);
});
