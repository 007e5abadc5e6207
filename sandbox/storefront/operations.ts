import { createHash } from 'node:crypto';

/** The operations that the menu's own pages use. */
export const OPERATIONS = [
  'ConsumerDispensaries',
  'DispensarySearch',
  'FilteredProducts',
  'IndividualFilteredProduct',
] as const;
export type Operation = (typeof OPERATIONS)[number];
export type OperationHashes = Record<Operation, string>;

/** The text of each operation, whose SHA-256 is the persisted hash. A changed text changes the hash that clients must send. */
export const QUERY_TEXTS: Readonly<Record<Operation, string>> = {
  ConsumerDispensaries:
    'query ConsumerDispensaries($dispensaryFilter: dispensaryFilterInput!) { filteredDispensaries(filter: $dispensaryFilter) { id name cName status address phone timezone location { ln1 ln2 city state zipcode country } } }',
  DispensarySearch:
    'query DispensarySearch($dispensaryFilter: dispensaryFilterInput!) { filteredDispensaries(filter: $dispensaryFilter) { id name cName status embeddedMenuUrl location { city state geometry { coordinates } } } }',
  FilteredProducts:
    'query FilteredProducts($productsFilter: productsFilterInput!, $page: Int, $perPage: Int) { filteredProducts(filter: $productsFilter, page: $page, perPage: $perPage) { products { id Name type Prices Options } queryInfo { totalCount totalPages } } }',
  IndividualFilteredProduct:
    'query IndividualFilteredProduct($productsFilter: productsFilterInput!) { filteredProducts(filter: $productsFilter) { products { id Name description terpenes { libraryTerpene { name } } effects } } }',
};

/** The hashes before any rotation. They are constant, so that clients can configure them. */
export const FIRST_HASHES: OperationHashes = {
  ConsumerDispensaries: '5ae391b2306b4b8168be79dbfe40a9f73da855a601ccc0dc74982729c3a298f9',
  DispensarySearch: '6094612a64e44e4d4b739a45243cdc9b89f2ebff39ea8c1dfd348162e9fa722f',
  FilteredProducts: '29b6999d999a309076f25870f6e304095e994a60411769a49d32281b30d50e60',
  IndividualFilteredProduct: 'eada5c8dc68685fe0c594843642655c510ae652d13c9d3e6cd3264c27b6d9085',
};

/** Returns the hashes after this many rotations. The real site's hashes change when its operators deploy new query texts. */
export function hashesAfter(rotations: number): OperationHashes {
  if (rotations === 0) return FIRST_HASHES;
  const rotated = (operation: Operation) => sha256(`${QUERY_TEXTS[operation]} # ${rotations}`);
  return {
    ConsumerDispensaries: rotated('ConsumerDispensaries'),
    DispensarySearch: rotated('DispensarySearch'),
    FilteredProducts: rotated('FilteredProducts'),
    IndividualFilteredProduct: rotated('IndividualFilteredProduct'),
  };
}

/** Returns the SHA-256 of a text in hexadecimal, which is the id of a persisted query. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
