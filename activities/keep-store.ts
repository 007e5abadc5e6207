import { joinKnownStore } from '../db/queries/add-dispensary.ts';
import { saveResolvedStore } from '../db/queries/dispensaries.ts';
import type { Db } from '../db/connect.ts';
import type { DiscoveredStore } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';

/**
 * Keeps what the platform says of a dispensary whose id was not known. One that a person added, and that is known under another
 * slug, is removed: there is one row for each store.
 * @throws CrawlError InvalidInput when the store is another dispensary
 */
export async function keepStore(db: Db, dispensaryId: number, store: DiscoveredStore): Promise<void> {
  const { platformDispensaryId } = store;
  const knownAs = await joinKnownStore(db, { dispensaryId, platformDispensaryId });
  if (knownAs === null) return saveResolvedStore(db, dispensaryId, store);
  throw new CrawlError(
    'InvalidInput',
    `Dispensary ${dispensaryId} was added and is the store of dispensary ${knownAs}: it is removed, and its menu leads to ${knownAs} from now on.`,
  );
}
