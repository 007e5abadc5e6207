import { sql } from 'kysely';
import type { RunFilter } from '../../domain/run-filter.ts';
import { searchWords } from '../../domain/run-list.ts';
import type { Db } from '../connect.ts';

/** How the words of a search are looked for. */
export interface PlannedSearch {
  /** Words by which the index is not asked, since it has enough others: they are looked for in the runs that these find. */
  common: ReadonlySet<string>;
  /** The dispensaries that have a word in their name or city; a word that none has is absent. */
  stores: ReadonlyMap<string, readonly number[]>;
  /** Hardly any run has all words: whoever goes through the runs in the order of a list would read most of them for a page. */
  isRare: boolean;
}

/** A word that more of the runs have is common: the index reads all of its places before the first run is read. */
const COMMON_SHARE = 0.02;

/** So few of the runs may have all rarer words of a search: each of them is looked at for the common ones. */
const FOUND_SHARE_MAX = 1e-4;

/** From here on the first rows of a list have enough of them. */
const RARE_SHARE = 0.01;

/**
 * Plans the search of a filter. The dispensaries are few beside the runs, so their names are read first.
 * How many runs have a word is known by the statistics that PostgreSQL keeps of the index. In ten million runs a common word that
 * the index is not asked for takes a search from 104 ms to 16.
 */
export async function planSearch(
  db: Db,
  { kind, search }: Pick<RunFilter, 'kind' | 'search'>,
): Promise<PlannedSearch> {
  const words = search === undefined ? [] : searchWords(search);
  if (words.length === 0 || kind === 'job') return { common: new Set(), stores: new Map(), isRare: false };
  const shares = await findShares(db, words);
  const { stores, storeShares } = await findStores(db, words);
  // A word that the statistics do not list is in hardly any run.
  const shareOf = (word: string) => shares.get(word) ?? 0;
  const found = words.reduce((share, word) => share * (shareOf(word) + (storeShares.get(word) ?? 0)), 1);
  const isRare = found < RARE_SHARE;
  // Where names have a word, nobody knows how many runs the rarer words leave.
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

/** Of words, which share of the runs has each; of those that hardly any has, nothing. */
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
