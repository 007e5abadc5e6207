import { PERSISTED_QUERY_NOT_FOUND, json } from './answer.ts';
import type { Answer } from './answer.ts';
import { executeQuery } from './execute-query.ts';
import { findStores } from './find-stores.ts';
import type { GraphqlRequest, Variables } from './graphql-request.ts';
import { listProducts, showProduct } from './list-products.ts';
import { OPERATIONS } from './operations.ts';
import type { Operation } from './operations.ts';
import type { Site } from './site.ts';

/**
 * Answers one GraphQL request: a query text gets the fields that it selects; a known hash gets whole records, as the site's own pages do.
 * If the operation fails, its errors come with status 200, as on the real endpoint.
 */
export function answerGraphql(site: Site, { query, hash, variables, operationName }: GraphqlRequest): Answer {
  if (query !== null) return executeQuery(site, { query, variables, operationName });
  const hashes = site.hashes();
  const operation = OPERATIONS.find((candidate) => hashes[candidate] === hash);
  return json(
    operation === undefined ? PERSISTED_QUERY_NOT_FOUND : { data: run(site, operation, variables) },
  );
}

function run(site: Site, operation: Operation, variables: Variables): unknown {
  switch (operation) {
    case 'ConsumerDispensaries':
    case 'DispensarySearch':
      return findStores(site, variables);
    case 'FilteredProducts':
      return listProducts(site, variables);
    case 'IndividualFilteredProduct':
      return showProduct(site, variables);
  }
}
