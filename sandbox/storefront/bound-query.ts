import { GraphQLError, Kind, Lexer, Source, TokenKind, visit } from 'graphql';
import type { DocumentNode, SelectionSetNode } from 'graphql';

/** The most tokens of a query. One that selects every field of a menu has 467. Deeper nesting would overflow the parser's stack. */
const TOKENS_MAX = 1_000;

/**
 * The most selected fields. A query for every field of a menu has 346. Each spread of a fragment counts its fields again, because a few
 * lines may expand to millions of fields.
 */
const FIELDS_MAX = 1_000;

/** The most aliases of a query. Each alias of a menu makes the server list that menu again. */
const ALIASES_MAX = 20;

const BOUNDS = `Expected a query of at most ${TOKENS_MAX} tokens, ${FIELDS_MAX} selected fields and ${ALIASES_MAX} aliases`;

/** Checks the length of a query's text before it is parsed. @throws GraphQLError when it has too many tokens, or invalid characters */
export function boundText(text: string): void {
  const lexer = new Lexer(new Source(text));
  for (let tokens = 0; tokens <= TOKENS_MAX; tokens += 1) if (lexer.advance().kind === TokenKind.EOF) return;
  throw new GraphQLError(`${BOUNDS}, got more tokens.`);
}

/**
 * Checks the bounds of a query before validation, which is slow for large queries.
 * @returns the error for a query that exceeds a bound; null when the query is within bounds
 */
export function findExcess(document: DocumentNode): GraphQLError | null {
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias !== undefined) aliases += 1;
    },
  });
  if (aliases > ALIASES_MAX) return new GraphQLError(`${BOUNDS}, got ${aliases} aliases.`);
  const fields = countFields(document);
  return fields > FIELDS_MAX ? new GraphQLError(`${BOUNDS}, got ${fields} fields.`) : null;
}

/** Counts the selected fields of all operations, because only the request says which operation is executed. */
function countFields({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  );
  /**
   * The number of fields by fragment; null while a fragment is being counted. So a fragment that spreads itself counts 0; validation
   * reports it.
   */
  const counted = new Map<string, number | null>();
  const countFragment = (name: string): number => {
    const known = counted.get(name);
    if (known !== undefined) return known ?? 0;
    const fragment = fragments.get(name);
    if (fragment === undefined) return 0;
    counted.set(name, null);
    const fields = count(fragment);
    counted.set(name, fields);
    return fields;
  };
  const count = ({ selections }: SelectionSetNode): number => {
    let fields = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) fields += countFragment(selection.name.value);
      else {
        if (selection.kind === Kind.FIELD) fields += 1;
        if (selection.selectionSet !== undefined) fields += count(selection.selectionSet);
      }
    }
    return fields;
  };
  let fields = 0;
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) fields += count(definition.selectionSet);
  return fields;
}
