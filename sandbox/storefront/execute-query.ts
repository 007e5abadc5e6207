import { GraphQLError, executeSync, parse, validate } from 'graphql';
import type { DocumentNode } from 'graphql';
import type { MenuRecord } from '../world/menu-record.ts';
import { json } from './answer.ts';
import type { Answer } from './answer.ts';
import { boundText, findExcess } from './bound-query.ts';
import { findStores } from './find-stores.ts';
import { textOf } from './graphql-request.ts';
import type { Variables } from './graphql-request.ts';
import { listProducts, showProduct } from './list-products.ts';
import { MENU_SCHEMA } from './menu-schema.ts';
import type { Site } from './site.ts';

interface QueryRequest {
  query: string;
  variables: Variables;
  /** The operation to execute; null when the text has only one. */
  operationName: string | null;
}

/**
 * Executes the text of a query and returns only the selected fields. An invalid text, unsuitable variables or a query that is too large
 * get status 400. If execution fails, the response has status 200 and errors beside the data.
 */
export function executeQuery(site: Site, request: QueryRequest): Answer {
  const document = parseText(request.query);
  if (document instanceof GraphQLError) return refuse([document], 'GRAPHQL_PARSE_FAILED');
  const excess = findExcess(document);
  if (excess !== null) return refuse([excess], 'GRAPHQL_VALIDATION_FAILED');
  const mistakes = validate(MENU_SCHEMA, document);
  if (mistakes.length > 0) return refuse(mistakes, 'GRAPHQL_VALIDATION_FAILED');
  const result = executeSync({
    schema: MENU_SCHEMA,
    document,
    rootValue: rootOf(site),
    variableValues: request.variables,
    operationName: request.operationName,
  });
  return 'data' in result ? json(result) : refuse(result.errors ?? [], 'BAD_USER_INPUT');
}

function parseText(text: string): DocumentNode | GraphQLError {
  try {
    boundText(text);
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function refuse(errors: readonly GraphQLError[], code: string): Answer {
  return json({ errors: errors.map((error) => ({ ...error.toJSON(), extensions: { code } })) }, 400);
}

interface MenuArguments {
  filter: Variables;
  page?: number | null;
  perPage?: number | null;
}

function rootOf(site: Site) {
  return {
    filteredDispensaries: ({ filter }: { filter: Variables }): MenuRecord[] =>
      findStores(site, { dispensaryFilter: filter }).filteredDispensaries,
    filteredProducts: ({ filter, page, perPage }: MenuArguments) => {
      const variables = { productsFilter: filter, page, perPage };
      const answer = namesProduct(filter) ? showProduct(site, variables) : listProducts(site, variables);
      return answer.filteredProducts;
    },
  };
}

function namesProduct(filter: Variables): boolean {
  return textOf(filter['productId']) !== null || textOf(filter['cName']) !== null;
}
