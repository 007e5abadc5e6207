import { sql } from 'kysely';
import { nearestNames } from '../../domain/nearest-name.ts';
import type { Db } from '../connect.ts';

/** Whether any dispensary's menu may have to be fetched in a browser. */
export async function needsBrowser(db: Db): Promise<boolean> {
  const one = await db
    .selectFrom('dispensaries')
    .where('crawl_enabled', '=', true)
    .where('fetch_mode', '<>', 'http')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** The maximum number of slugs to compare. */
const COMPARED_MAX = 2_000;

/** Slugs are searched for parts of the input of at least this many letters: shorter parts occur in too many slugs. */
const PART_LETTERS_MIN = 4;

const BEGINNING_LETTERS = 2;

/** Nothing is suggested for longer input, which is not a mistyped slug. */
const SLUG_CHARACTERS_MAX = 80;

const SIMILAR_SHOWN = 3;

/** Finds slugs that were probably meant, nearest first. @param given a text that is no dispensary's slug */
export async function findSimilarSlugs(db: Db, given: string): Promise<string[]> {
  if (given.length > SLUG_CHARACTERS_MAX) return [];
  const word = given.toLowerCase();
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= PART_LETTERS_MIN);
  const begins = sql<boolean>`starts_with(slug, ${word.slice(0, BEGINNING_LETTERS)})`;
  const rows = await db
    .selectFrom('dispensaries')
    .where((where) => where.or([begins, ...parts.map((part) => sql<boolean>`strpos(slug, ${part}) > 0`)]))
    .select('slug')
    .distinct()
    .orderBy('slug')
    .limit(COMPARED_MAX)
    .execute();
  const slugs = rows.map(({ slug }) => slug);
  return nearestNames(word, slugs).slice(0, SIMILAR_SHOWN);
}
