import { sql } from 'kysely';
import type { RunFilter } from '../../domain/run-filter.ts';
import { searchWords } from '../../domain/run-list.ts';
import type { Db } from '../connect.ts';

/** How to search for the words of a search. */
export interface PlannedSearch {
  /**
   * Words that are not looked up in the index, since the other words are selective enough: the runs that these find are checked for
   * the common words.
   */
  common: ReadonlySet<string>;
  /** The dispensaries with a word in their name or city, by word. Words without a dispensary are absent. */
  stores: ReadonlyMap<string, readonly number[]>;
  /** Whether hardly any run matches all words: scanning runs in list order would read most of them for one page. */
  isRare: boolean;
}

/** A word in a larger share of the runs is common: the index reads all its entries before the first run is read. */
const COMMON_SHARE = 0.02;

/** Common words stay out of the index lookup only if the rarer words match at most this share of runs: each of these is checked. */
const FOUND_SHARE_MAX = 1e-4;

/** From this share on, the first rows of a list contain enough matches. */
const RARE_SHARE = 0.01;

/**
 * Plans the search of a filter. There are few dispensaries compared with runs, so their names are read first. PostgreSQL's
 * statistics on the index tell how many runs contain a word. With ten million runs, leaving a common word out of the index lookup
 * speeds a search up from 104 ms to 16 ms.
 */
export async function planSearch(
  db: Db,
  { kind, search }: Pick<RunFilter, 'kind' | 'search'>,
): Promise<PlannedSearch> {
  const words = search === undefined ? [] : searchWords(search);
  if (words.length === 0 || kind === 'job') return { common: new Set(), stores: new Map(), isRare: false };
  const shares = await findShares(db, words);
  const { stores, storeShares } = await findStores(db, words);
  // A word that the statistics do not list occurs in hardly any run.
  const shareOf = (word: string) => shares.get(word) ?? 0;
  const found = words.reduce((share, word) => share * (shareOf(word) + (storeShares.get(word) ?? 0)), 1);
  const isRare = found < RARE_SHARE;
  // If a dispensary's name or city contains a word, it is unknown how many runs the rarer words leave.
  return { common: stores.size > 0 ? new Set() : commonWords(words, shareOf), stores, isRare };
}

function commonWords(words: readonly string[], shareOf: (word: string) => number): ReadonlySet<string> {
  const common = words.filter((word) => shareOf(word) >= COMMON_SHARE);
  const others = words.filter((word) => shareOf(word) < COMMON_SHARE);
  const found = others.reduce((share, word) => share * shareOf(word), 1);
  return new Set(others.length > 0 && found <= FOUND_SHARE_MAX ? common : []);
}

async function findStores(db: Db, words: readonly string[]) {
  const { rows } = await sql<{ word: string; ids: number[]; share: number }>`
    select word, array_agg(id) as ids, count(*)::float8 / (select count(*) from dispensaries) as share
    from dispensaries cross join unnest(${words}::text[]) word
    where lower(concat_ws(' ', name, city)) like '%' || word || '%' and to_tsvector('pg_catalog.simple', concat_ws(' ', name, city))
      @@ to_tsquery('pg_catalog.simple', '''' || word || '''' || case when word ~ '^[0-9]+$' then '' else ':*' end)
    group by word
  `.execute(db);
  return {
    stores: new Map(rows.map(({ word, ids }) => [word, ids])),
    storeShares: new Map(rows.map(({ word, share }) => [word, share])),
  };
}

/** Reads from the statistics what share of runs contains each word. Leaves out words that hardly any run contains. */
async function findShares(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; share: number }>`
    select word, max(share) as share from (
      select word, sum(common.share) as share
      from unnest(${words}::text[]) word cross join pg_stats stats
      cross join unnest(stats.most_common_elems::text::text[], stats.most_common_elem_freqs) common (lexeme, share)
      where stats.schemaname = current_schema() and stats.tablename like 'runs%words_idx'
        and (common.lexeme = word or (word !~ '^[0-9]+$' and starts_with(common.lexeme, word)))
      group by word, stats.tablename
    ) shares group by word
  `.execute(db);
  return new Map(rows.map(({ word, share }) => [word, share]));
}
