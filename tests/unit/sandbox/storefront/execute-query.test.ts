import { getNamedType, isObjectType, parse, validate } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { executeQuery } from '../../../../sandbox/storefront/execute-query.ts';
import { findStores } from '../../../../sandbox/storefront/find-stores.ts';
import { listProducts, showProduct } from '../../../../sandbox/storefront/list-products.ts';
import { MENU_SCHEMA } from '../../../../sandbox/storefront/menu-schema.ts';
import { FIRST_HASHES, OPERATIONS, QUERY_TEXTS } from '../../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const world = generateWorld({ seed: 2, dispensaries: 2, products: 90 });
const site = { world, pass: () => 0, hashes: () => FIRST_HASHES };
const [store] = world.stores;
const filter = { dispensaryId: store?.platformId, Status: 'All', sortBy: 'name', pricingType: 'rec' };
const variables = { productsFilter: filter, page: 0, perPage: 100 };

const run = (query: string, given: Record<string, unknown> = {}) => {
  const { status, body } = executeQuery(site, { query, variables: given, operationName: null });
  return { status, body: JSON.parse(String(body)) as unknown };
};

const menuQuery = (products: string) =>
  `query Menu($productsFilter: productsFilterInput!, $page: Int, $perPage: Int) {
    filteredProducts(filter: $productsFilter, page: $page, perPage: $perPage) {
      products { ${products} } queryInfo { totalCount totalPages __typename } __typename
    }
  }`;

/** Returns a selection of every field of a type, and of the types in it. */
function allOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map(({ name, type: inner }) => {
    const named = getNamedType(inner);
    return isObjectType(named) ? `${name} { ${allOf(named)} }` : name;
  });
  return [...fields, '__typename'].join(' ');
}

const typeNamed = (name: string) => MENU_SCHEMA.getType(name) as GraphQLObjectType;

describe('a query by its text', () => {
  it('gives what it selects and nothing else', () => {
    const { status, body } = run(menuQuery('id brand { name }'), variables);
    const expected = listProducts(site, variables).filteredProducts;
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        filteredProducts: {
          ...expected,
          products: expected.products.map(({ id, brand }) => ({
            id,
            brand: brand === null ? null : { name: (brand as { name: string }).name },
          })),
        },
      },
    });
  });

  it('that selects everything gives every field of a record, with its value and the name of its type', () => {
    const all = run(menuQuery(allOf(typeNamed('Products'))), variables);
    expect(all.body).toMatchObject({ data: listProducts(site, variables) });
    const one = { productsFilter: { ...filter, productId: store?.menuAt(0)[0]?.id } };
    const alone = run(menuQuery(allOf(typeNamed('Products'))), one);
    expect(alone.body).toMatchObject({ data: showProduct(site, one) });
    const stores = run(
      `{ filteredDispensaries(filter: { state: "AZ" }) { ${allOf(typeNamed('Dispensaries'))} } }`,
    );
    expect(stores.body).toMatchObject({ data: findStores(site, { dispensaryFilter: { state: 'AZ' } }) });
  });

  it.each([
    ['an object without fields', menuQuery('id specialData'), /Field "specialData" .+ must have a selection/],
    ['fields of a value', menuQuery('id { of }'), /Field "id" must not have a selection/],
    ['a field that is not there', menuQuery('id colour'), /Cannot query field "colour" on type "Products"/],
    ['an operation that is not there', 'query Weather { sky }', /Cannot query field "sky" on type "Query"/],
    ['no text of a query', 'menu, please', /Syntax Error/],
  ])('with %s is refused with status 400', (_, query, message) => {
    expect(run(query, variables)).toEqual({
      status: 400,
      body: { errors: [expect.objectContaining({ message: expect.stringMatching(message) })] },
    });
  });

  it.each([
    ['lacks the filter', {}, /\$productsFilter.+ was not provided/],
    ['has a filter by nothing known', { productsFilter: { color: 'red' } }, /"color" is not defined/],
    ['counts pages in words', { ...variables, page: 'one' }, /Int cannot represent/],
  ])('whose request %s is refused with status 400', (_, given, message) => {
    expect(run(menuQuery('id'), given)).toEqual({
      status: 400,
      body: {
        errors: [
          expect.objectContaining({
            message: expect.stringMatching(message),
            extensions: { code: 'BAD_USER_INPUT' },
          }),
        ],
      },
    });
  });

  const aliased = (count: number) => Array.from({ length: count }, (_, place) => `a${place}: id`).join(' ');
  // Each fragment spreads the next one twice, so that the query expands to about 2^30 fields.
  const doubling = Array.from({ length: 30 }, (_, place) =>
    place === 29
      ? 'fragment f29 on Products { id }'
      : `fragment f${place} on Products { ...f${place + 1} ...f${place + 1} }`,
  ).join(' ');

  it.each([
    [
      'of 21 aliases',
      menuQuery(aliased(21)),
      /^Expected a query of at most .+ 20 aliases, got 21 aliases\.$/,
    ],
    ['of too many tokens', menuQuery('id '.repeat(1000)), /at most 1000 tokens, .+, got more tokens\.$/],
    ['nested 100,000 deep', '{a'.repeat(100_000), /got more tokens\.$/],
    ['with a list nested 100,000 deep', `{a(b:${'['.repeat(100_000)}`, /got more tokens\.$/],
    [
      'whose fragments multiply',
      `${menuQuery('...f0')} ${doubling}`,
      /1000 selected fields .+, got \d+ fields\.$/,
    ],
    [
      'whose fragment spreads itself',
      `${menuQuery('...f')} fragment f on Products { id ...f }`,
      /Cannot spread fragment "f" within itself/,
    ],
  ])('%s is refused at once, with one error', (_, query, message) => {
    expect(run(query, variables)).toEqual({
      status: 400,
      body: { errors: [expect.objectContaining({ message: expect.stringMatching(message) })] },
    });
  });

  it('may have 20 aliases', () => {
    expect(run(menuQuery(aliased(20)), variables)).toMatchObject({ status: 200 });
  });

  it('may be that of any operation that has a hash', () => {
    for (const operation of OPERATIONS)
      expect(validate(MENU_SCHEMA, parse(QUERY_TEXTS[operation]))).toEqual([]);
  });
});
