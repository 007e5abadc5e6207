import type { Db } from '../db/connect.ts';
import { findNamedDispensaries } from '../db/queries/catalog-dispensaries.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import { withoutControls } from '../domain/without-controls.ts';
import { describeMissingDispensary } from '../reports/missing-dispensary.ts';
import { CommandRefused } from './command-refused.ts';

type NamedDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode' | 'crawlEnabled'>;

/**
 * The dispensary that a person means by an id or a slug.
 * @param takes what else the call accepts, for the refusal
 * @throws CommandRefused when there is none, or the slug is that of several
 */
export async function findDispensary(
  db: Db,
  word: string,
  takes = 'an id or a slug of `dispensaries list`',
): Promise<NamedDispensary> {
  const found = await findNamedDispensaries(db, word);
  if (found.length === 0)
    throw new CommandRefused(
      `${withoutControls(await describeMissingDispensary(db, word))} It takes ${takes}.`,
    );
  const { id, name, platform, state, crawl_enabled: crawlEnabled } = onlyOne(word, found);
  return { id, name, platform, stateCode: state, crawlEnabled };
}

/** The only dispensary of a slug. @throws CommandRefused when several have it */
function onlyOne<Found extends { id: number; name: string; platform: string }>(
  slug: string,
  found: readonly Found[],
): Found {
  const [dispensary] = found;
  if (dispensary !== undefined && found.length === 1) return dispensary;
  const several = found.map(({ id, name, platform }) => `${id} (${name}, ${platform})`).join(', ');
  throw new CommandRefused(
    `${JSON.stringify(slug)} is the slug of ${found.length} dispensaries: ${withoutControls(several)}. Give the id.`,
  );
}
