import type { Area } from '../../domain/discovery.ts';
import type { MenuPageRequest, PlatformRequest, QueryKnowledge } from '../platform.ts';
import { PRODUCT_FIELDS, selectionOf, STORE_FIELDS } from './query-fields.ts';

/** Products per page; the platform returns at most 100, whatever is requested. */
export const PAGE_SIZE = 100;

export interface DutchieSettings {
  /** https URL of the GraphQL endpoint. */
  graphqlUrl: string;
  /** Hashes of the persisted queries; an operation without one is sent as a full query by POST. */
  hashes: { FilteredProducts?: string | undefined; ConsumerDispensaries?: string | undefined };
}

type Operation = keyof DutchieSettings['hashes'];

/** What a request is built from: the settings, and what crawls have learned since the settings were written. */
export interface Source {
  settings: DutchieSettings;
  known: QueryKnowledge;
}

/** Requests the stores of an area. */
export function buildStores(source: Source, area: Area): PlatformRequest {
  const place = area.near && {
    nearLat: area.near.latitude,
    nearLng: area.near.longitude,
    distance: area.near.miles,
    sortBy: 'distance',
  };
  return buildOperation(source, 'ConsumerDispensaries', {
    dispensaryFilter: {
      state: area.stateCode,
      ...(area.city === undefined ? {} : { city: area.city }),
      ...place,
      country: 'United States',
      // Includes closed stores, so that the closing of a known store is noticed.
      activeOnly: false,
    },
  });
}

/** Requests one store by its slug or id. */
export function buildStore(source: Source, slugOrId: string): PlatformRequest {
  return buildOperation(source, 'ConsumerDispensaries', { dispensaryFilter: { cNameOrID: slugOrId } });
}

/**
 * Requests one page of a menu. `pricingType: rec` returns both recreational and medical prices; `Status: All` includes sold-out
 * products. Sorts by name, because the default order repeats and skips products between pages.
 */
export function buildFilteredProducts(source: Source, request: MenuPageRequest): PlatformRequest {
  const settings = { ...source.settings, graphqlUrl: request.apiUrl ?? source.settings.graphqlUrl };
  return buildOperation({ ...source, settings }, 'FilteredProducts', {
    includeEnterpriseSpecials: false,
    productsFilter: {
      dispensaryId: request.platformDispensaryId,
      pricingType: 'rec',
      Status: 'All',
      types: [],
      useCache: false,
      isDefaultSort: false,
      sortBy: 'name',
      sortDirection: request.order === 'ascending' ? 1 : -1,
      bypassOnlineThresholds: true,
      isKioskMenu: false,
      removeProductsBelowOptionThresholds: false,
    },
    page: request.page,
    perPage: PAGE_SIZE,
  });
}

function buildOperation(
  { settings, known }: Source,
  operation: Operation,
  variables: unknown,
): PlatformRequest {
  // A hash learned from a page is newer than the settings. Without a usable hash, the query's text is sent.
  const hash = [known.learned[operation], settings.hashes[operation]].find(
    (candidate) => candidate !== undefined && !known.rejected.has(candidate),
  );
  // The server's CSRF guard requires a JSON content type or the preflight header. A GET has no content type.
  const headers: PlatformRequest['headers'] = [
    ['apollo-require-preflight', 'true'],
    ['apollographql-client-name', 'Marketplace (production)'],
    ['x-apollo-operation-name', operation],
  ];
  if (hash === undefined) {
    const body = JSON.stringify({ operationName: operation, variables, query: QUERIES[operation] });
    return {
      operation,
      method: 'POST',
      url: settings.graphqlUrl,
      headers: [['content-type', 'application/json'], ...headers],
      body,
      selectsFields: true,
    };
  }
  const query = new URLSearchParams({
    operationName: operation,
    variables: JSON.stringify(variables),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } }),
  });
  const url = `${settings.graphqlUrl}?${query.toString()}`;
  return { operation, method: 'GET', url, headers, queryHash: hash };
}

/** Full queries, sent for operations without a known hash. They select the fields that the parsers read. */
const QUERIES: Record<Operation, string> = {
  ConsumerDispensaries: `query ConsumerDispensaries($dispensaryFilter: dispensaryFilterInput!) {
  filteredDispensaries(filter: $dispensaryFilter) { ${selectionOf(STORE_FIELDS)} }
}`,
  FilteredProducts: `query FilteredProducts($productsFilter: productsFilterInput!, $page: Int, $perPage: Int, $includeEnterpriseSpecials: Boolean) {
  filteredProducts(filter: $productsFilter, page: $page, perPage: $perPage, includeEnterpriseSpecials: $includeEnterpriseSpecials) {
    products { ${selectionOf(PRODUCT_FIELDS)} }
    queryInfo { totalCount }
  }
}`,
};
