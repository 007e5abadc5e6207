import type { MenuRecord } from '../world/menu-record.ts';
import { createRandom } from '../world/random.ts';
import type { MenuEntry, Store } from '../world/world.ts';
import { isRecord, textOf } from './graphql-request.ts';
import type { Variables } from './graphql-request.ts';
import { storeWithId } from './find-stores.ts';
import type { Site } from './site.ts';

const PER_PAGE_MAX = 100;
const PER_PAGE_USUAL = 50;
// Without an explicit sort, each page of the real menu repeats some products of the previous page, and other products are on no page.
const REPEATED_PER_PAGE = 3;

export interface ProductsAnswer {
  filteredProducts: {
    products: MenuRecord[];
    queryInfo: { totalCount: number; totalPages: number; __typename: 'queryInfoType' };
    __typename: 'ProductsList';
  };
}

/** Returns the response of `FilteredProducts`: a page of the menu. An unknown store has an empty menu, not an error. */
export function listProducts(site: Site, variables: Variables): ProductsAnswer {
  const filter = filterOf(variables);
  const entries = selectEntries(site, filter);
  const perPage = Math.min(PER_PAGE_MAX, wholeOf(variables['perPage']) ?? PER_PAGE_USUAL) || PER_PAGE_USUAL;
  const page = wholeOf(variables['page']) ?? 0;
  const isSorted = filter['isDefaultSort'] !== true && filter['sortBy'] === 'name';
  const shown = isSorted
    ? sortedPage({ entries, page, perPage }, filter)
    : defaultPage({ entries, page, perPage });
  return wrap({ entries: shown, totalCount: entries.length, perPage, filter });
}

/** Returns the response of `IndividualFilteredProduct`: one product with its details, in the envelope of a page. */
export function showProduct(site: Site, variables: Variables): ProductsAnswer {
  const filter = filterOf(variables);
  const [id, cName] = [textOf(filter['productId']), textOf(filter['cName'])];
  const found = selectEntries(site, { ...filter, Status: filter['Status'] ?? 'All' }).filter(
    (entry) =>
      (id !== null || cName !== null) &&
      (id === null || entry.id === id) &&
      (cName === null || entry.cName === cName),
  );
  const answer = wrap({ entries: found, totalCount: found.length, perPage: 1, filter });
  answer.filteredProducts.products = found.map((entry) => priced(entry.detail, filter, entry));
  return answer;
}

function filterOf(variables: Variables): Variables {
  return isRecord(variables['productsFilter']) ? variables['productsFilter'] : {};
}

function selectEntries(site: Site, filter: Variables): MenuEntry[] {
  const status = filter['Status'];
  // For a request without a status, the real menu returns no products.
  if (status !== 'Active' && status !== 'All' && status !== 'Inactive') return [];
  const store = storeWithId(site, filter['dispensaryId']);
  const types = textsOf(filter['types']);
  const ids = textsOf(filter['productIds']);
  return menuOf(store, site.pass()).filter(
    (entry) =>
      (status === 'All' || entry.isActive === (status === 'Active')) &&
      (types.length === 0 || types.includes(entry.category)) &&
      (ids.length === 0 || ids.includes(entry.id)),
  );
}

// Each page needs the whole menu. The menu of a store's latest pass is kept in memory for the next page.
const menus = new WeakMap<Store, { pass: number; entries: MenuEntry[] }>();

function menuOf(store: Store | undefined, pass: number): MenuEntry[] {
  if (!store) return [];
  const known = menus.get(store);
  if (known?.pass === pass) return known.entries;
  const entries = store.menuAt(pass);
  menus.set(store, { pass, entries });
  return entries;
}

interface PageRequest {
  entries: MenuEntry[];
  page: number;
  perPage: number;
}

function sortedPage({ entries, page, perPage }: PageRequest, filter: Variables): MenuEntry[] {
  const direction = filter['sortDirection'] === -1 ? -1 : 1;
  const ordered = entries.toSorted(
    (one, other) => direction * (compare(one.name, other.name) || compare(one.id, other.id)),
  );
  return ordered.slice(page * perPage, (page + 1) * perPage);
}

// Sorts by popularity, and starts each page with the last products of the previous page instead of its own first products.
function defaultPage({ entries, page, perPage }: PageRequest): MenuEntry[] {
  const ranks = new Map(entries.map((entry) => [entry, createRandom('popularity', entry.id).next()]));
  const ordered = entries.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  const first = page * perPage;
  const own = ordered.slice(first, first + perPage);
  const repeated = Math.min(REPEATED_PER_PAGE, first, own.length);
  return [...ordered.slice(first - repeated, first), ...own.slice(repeated)];
}

function wrap(parts: {
  entries: MenuEntry[];
  totalCount: number;
  perPage: number;
  filter: Variables;
}): ProductsAnswer {
  const totalPages = Math.ceil(parts.totalCount / parts.perPage);
  return {
    filteredProducts: {
      products: parts.entries.map((entry) => priced(entry.record, parts.filter, entry)),
      queryInfo: { totalCount: parts.totalCount, totalPages, __typename: 'queryInfoType' },
      __typename: 'ProductsList',
    },
  };
}

// Sets `Prices` to the base prices of the requested menu. A captured record keeps its captured prices.
function priced(record: MenuRecord, filter: Variables, { isServedVerbatim }: MenuEntry): MenuRecord {
  const medical = record['medicalPrices'];
  const isMedical = filter['pricingType'] === 'med' && Array.isArray(medical) && medical.length > 0;
  return isMedical && !isServedVerbatim ? { ...record, Prices: medical } : record;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function wholeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
