import type { Db } from '../db/connect.ts';
import { findKnownDispensaries, type KnownDispensary } from '../db/queries/named-dispensaries.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * The dispensary that a person means by an id or a slug.
 * @param takes what else the call accepts, for the refusal
 * @throws CommandRefused when there is none, or the slug is that of several
 */
export async function findDispensary(
  db: Db,
  word: string,
  takes = 'an id or a slug of `dispensaries`',
): Promise<KnownDispensary> {
  const isId = /^[1-9]\d{0,14}$/.test(word);
  const found = await findKnownDispensaries(db, isId ? { id: Number(word) } : { slug: word });
  const [dispensary, ...others] = found;
  if (dispensary === undefined)
    throw new CommandRefused(`There is no dispensary ${JSON.stringify(word)}; it takes ${takes}.`);
  if (others.length > 0)
    throw new CommandRefused(
      `${JSON.stringify(word)} is the slug of ${found.length} dispensaries: ${found.map(({ id, name, platform }) => `${id} (${name}, ${platform})`).join(', ')}. Give the id.`,
    );
  return dispensary;
}
