import type { Db } from '../db/connect.ts';
import { findSimilarSlugs } from '../db/queries/named-dispensaries.ts';

/** Returns the message for an id or slug that no dispensary has, with similar slugs. */
export async function describeMissingDispensary(db: Db, given: string): Promise<string> {
  const similar = await findSimilarSlugs(db, given);
  const meant = similar.length === 0 ? '' : ` Did you mean ${similar.join(' or ')}?`;
  return `There is no dispensary ${JSON.stringify(given)}.${meant}`;
}
