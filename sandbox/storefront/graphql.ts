import { PERSISTED_QUERY_NOT_FOUND, json } from './answer.ts';
import type { Answer } from './answer.ts';
import { findStores } from './find-stores.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import { listProducts, showProduct } from './list-products.ts';
import { OPERATIONS, operationInText, operationNamed } from './operations.ts';
import type { Operation } from './operations.ts';
import type { Site } from './site.ts';

/** Answers one GraphQL request. Errors of the operation come with status 200, as on the real endpoint. */
export function answerGraphql(site: Site, request: GraphqlRequest): Answer {
  const operation = findOperation(site, request);
  if (operation === null) {
    return request.query === null
      ? json(PERSISTED_QUERY_NOT_FOUND)
      : json({ errors: [{ message: `Unknown operation "${request.operationName ?? ''}".` }] });
  }
  return json({ data: run(site, operation, request) });
}

function findOperation(site: Site, request: GraphqlRequest): Operation | null {
  if (request.query !== null) return operationNamed(request.operationName) ?? operationInText(request.query);
  const hashes = site.hashes();
  return OPERATIONS.find((operation) => hashes[operation] === request.hash) ?? null;
}

function run(site: Site, operation: Operation, { variables }: GraphqlRequest): unknown {
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
