import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, idsOf, menuSite, pageOf, product, products, type Product } from '../menu.ts';
import { always } from '../site.ts';

const THREE = products(3);
const LONG = products(250);
const ACCEPTED: Expected = { ids: idsOf(THREE) };
const BROKEN: Expected = { kind: 'ContractBroken' };
const UPSTREAM: Expected = { kind: 'UpstreamError' };
const SUSPECT: Expected = { kind: 'SuspectPayload' };
const OTHER_STORE = '61bc0a9d8e7f6a5b4c3d2e1f';
const [FIRST, SECOND, THIRD] = THREE as [Product, Product, Product];

const HASH_UNKNOWN = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};

/** Responses that are JSON, but not the requested menu. */
export const MENU_CASES: HostileCase[] = [
  row('data-null', 'The data is null', { data: null }, BROKEN),
  row('data-absent', 'The data is absent', { extensions: {} }, BROKEN),
  row('data-a-string', 'The data is a string', { data: JSON.stringify(answerOf(THREE)) }, BROKEN),
  row(
    'data-of-another-operation',
    'The data is of another operation',
    { data: { filteredDispensaries: [] } },
    BROKEN,
  ),
  row('menu-null', 'The menu is null', { data: { filteredProducts: null } }, BROKEN),
  row('errors', 'Errors come without data', { errors: [{ message: 'Internal' }] }, UPSTREAM),
  row(
    'errors-and-data',
    'Errors come with data',
    { ...answerOf(THREE), errors: [{ message: 'Partial' }] },
    UPSTREAM,
  ),
  row('errors-empty', 'The list of errors is empty', { ...answerOf(THREE), errors: [] }, ACCEPTED),
  row(
    'errors-an-object',
    'The errors are an object',
    { data: null, errors: { message: 'Internal' } },
    BROKEN,
  ),
  row(
    'errors-an-object-and-data',
    'The errors are an object, and data comes too',
    {
      ...answerOf(THREE),
      errors: { message: 'Partial' },
    },
    BROKEN,
  ),
  row(
    'errors-a-million-letters',
    'An error has a million letters',
    {
      errors: [{ message: 'x'.repeat(1_000_000) }],
    },
    UPSTREAM,
  ),
  row('products-null', 'The products are null', answerOf(null, 3), BROKEN),
  row('products-an-object', 'The products are an object', answerOf({ 0: FIRST }, 1), BROKEN),
  row('products-strings', 'The products are strings', answerOf(['a', 'b'], 2), BROKEN),
  row('products-null-among-them', 'One product is null', answerOf([FIRST, null, SECOND, THIRD], 4), {
    ids: [FIRST.id, null, SECOND.id, THIRD.id],
  }),
  row(
    'no-product-has-an-id',
    'No product has an id',
    answerOf(THREE.map(({ id: _id, ...raw }) => ({ ...raw, _id: undefined }))),
    BROKEN,
  ),
  row('total-negative', 'The total is negative', answerOf(THREE, -1), BROKEN),
  row('total-a-fraction', 'The total is a fraction', answerOf(THREE, 3.5), BROKEN),
  row('total-a-string', 'The total is a string', answerOf(THREE, '3'), BROKEN),
  row('total-a-list', 'The total is a list', answerOf(THREE, [3]), BROKEN),
  row('total-null', 'The total is null', answerOf(THREE, null), ACCEPTED),
  row('total-huge', 'The total is beyond all menus', answerOf(THREE, 9_007_199_254_740_991), SUSPECT),
  row('total-beyond-integers', 'The total is beyond all integers', answerOf(THREE, 1e300), BROKEN),
  row('total-too-small', 'The total is smaller than the page', answerOf(THREE, 1), ACCEPTED),
  {
    id: 'menu-total-below-the-menu',
    says: 'The total is a fifth of the menu',
    site: menuSite(({ page }) => answerOf(pageOf(LONG, page), 50)),
    expected: { ids: idsOf(LONG) },
  },
  row('total-too-large', 'The total is larger than what comes', answerOf(THREE, 30), SUSPECT),
  row(
    'no-query-info',
    'Nothing is said of the total',
    { data: { filteredProducts: { products: THREE } } },
    ACCEPTED,
  ),
  row('empty-and-new', 'An unknown store has an empty menu', answerOf([], 0), { ids: [] }),
  {
    ...row('empty-and-known', 'A store that had products has none', answerOf([], 0), SUSPECT),
    hasHistory: true,
  },
  row('empty-but-counted', 'The menu is empty and counts 200 products', answerOf([], 200), SUSPECT),
  row('of-another-store', 'The menu of another store comes', answerOf(products(3, OTHER_STORE)), SUSPECT),
  row(
    'one-product-of-another-store',
    'A product of another store is among the products',
    answerOf([FIRST, SECOND, product(7, OTHER_STORE)]),
    SUSPECT,
  ),
  {
    id: 'menu-hash-unknown',
    says: 'The hash of the query is no longer known; the query itself is',
    site: menuSite(({ method }) => (method === 'GET' ? HASH_UNKNOWN : answerOf(THREE))),
    expected: ACCEPTED,
  },
  row('hash-unknown-for-ever', 'Neither the hash nor the query is known', HASH_UNKNOWN, UPSTREAM),
  {
    id: 'menu-same-as-another-store',
    says: 'The menu is, to the letter, that of another store',
    before: { platformDispensaryId: OTHER_STORE, site: anonymousMenu() },
    site: anonymousMenu(),
    expected: SUSPECT,
  },
];

/** Creates a site whose menu does not name its store. */
function anonymousMenu() {
  const nameless = products(20).map((raw) => ({ ...raw, DispensaryID: undefined }));
  return menuSite(({ page }) => answerOf(pageOf(nameless, page), nameless.length));
}

function row(id: string, says: string, ...[answer, expected]: [unknown, Expected]): HostileCase {
  return { id: `menu-${id}`, says, site: always({ body: JSON.stringify(answer) }), expected };
}
