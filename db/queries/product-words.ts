import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';

/** The words of a product, as the index `store_products_words` has them. */
const WORDS = sql.raw(`to_tsvector('simple'::regconfig, name || ' ' || coalesce(brand_name, ''))`);

/** What each word of a search asks for: the word, and of the last one whatever begins with it. */
export function wordQueries(search: string): string[] {
  const given = search.split(/\s+/u).filter((word) => word !== '');
  // A dash between two words is none, and no product has it.
  const named = given.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = named.length === 0 ? given : named;
  // Quoted, so that nothing in a word is an operator.
  const quoted = words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`);
  return quoted.map((word, place) => (place === quoted.length - 1 ? `${word}:*` : word));
}

/** Whether a product has what this asks for; found by the index. */
export function hasWord(query: string): RawBuilder<boolean> {
  return sql<boolean>`${WORDS} @@ to_tsquery('simple'::regconfig, ${query})`;
}

/** Whether a product has all words of a search; looked at row by row. */
export function hasWords(search: string): RawBuilder<boolean> {
  // In this form no index serves it: that of a common word would be read whole.
  return sql<boolean>`(${hasWord(wordQueries(search).join(' & '))}) is true`;
}

/** So many words of a search are estimated; one that leads is found among them. */
const ESTIMATED_MAX = 8;

/**
 * The word of a search that the fewest products have, and about how many those are. That is estimated from what the
 * statistics say of single words; words that go together are never estimated together, which is far off.
 */
export async function findRarestWord(
  db: Db,
  search: string,
): Promise<{ query: string; products: number } | null> {
  let rarest: { query: string; products: number } | null = null;
  for (const query of wordQueries(search).slice(0, ESTIMATED_MAX)) {
    const products = await estimateProducts(db, query);
    if (rarest === null || products < rarest.products) rarest = { query, products };
  }
  return rarest;
}

async function estimateProducts(db: Db, query: string): Promise<number> {
  // As a literal: of a parameter the planner of EXPLAIN does not know the value.
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json)
    select from store_products where ${WORDS} @@ to_tsquery('simple'::regconfig, ${sql.lit(query)})
  `.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
