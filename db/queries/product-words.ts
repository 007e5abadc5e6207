import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';

/** The words of a product, as in the index `store_products_words`. */
const WORDS = sql.raw(`to_tsvector('simple'::regconfig, name || ' ' || coalesce(brand_name, ''))`);

/** Returns one word query per word of a search; the last word matches as a prefix. */
export function wordQueries(search: string): string[] {
  const given = search.split(/\s+/u).filter((word) => word !== '');
  // Leaves out a dash between two words: it is not a word, and no product contains it.
  const named = given.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = named.length === 0 ? given : named;
  // Quoted, so that no part of a word is an operator.
  const quoted = words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`);
  return quoted.map((word, place) => (place === quoted.length - 1 ? `${word}:*` : word));
}

/** SQL: whether a product matches a word query; uses the index. */
export function hasWord(query: string): RawBuilder<boolean> {
  return sql<boolean>`${WORDS} @@ to_tsquery('simple'::regconfig, ${query})`;
}

/** SQL: whether a product contains all words of a search; checked row by row. */
export function hasWords(search: string): RawBuilder<boolean> {
  // `is true` keeps the planner off the index, which it would read in full for a common word.
  return sql<boolean>`(${hasWord(wordQueries(search).join(' & '))}) is true`;
}

/** The maximum number of words to estimate; a selective word is usually among them. */
const ESTIMATED_MAX = 8;

/**
 * Finds the word of a search that the fewest products contain, with their estimated number; null: the search has no words. Estimates
 * each word on its own, from the statistics: estimates for combined words are far off.
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
  // A literal, since the planner of EXPLAIN does not know the value of a parameter.
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json)
    select from store_products where ${WORDS} @@ to_tsquery('simple'::regconfig, ${sql.lit(query)})
  `.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
