import { joinKnownStore } from '../db/queries/add-dispensary.ts';
import { saveResolvedStore } from '../db/queries/dispensaries.ts';
import { holdStore, type HeldStore } from '../db/queries/store-locks.ts';
import type { Db } from '../db/connect.ts';
import type { DiscoveredStore } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';

/**
 * Keeps what the platform says of a dispensary whose id was not known. One that a person added, and that is known under another
 * slug, is removed: there is one row for each store.
 * @throws CrawlError InvalidInput when the store is another dispensary, StaleAttempt when the attempt no longer holds it
 */
export async function keepStore(db: Db, held: HeldStore, store: DiscoveredStore): Promise<void> {
  const { platformDispensaryId } = store;
  const { dispensaryId } = held;
  const knownAs = await db.transaction().execute(async (tx) => {
    await holdStore(tx, held);
    const joined = await joinKnownStore(tx, { dispensaryId, platformDispensaryId });
    if (joined === null) await saveResolvedStore(tx, dispensaryId, store);
    return joined;
  });
  // After the commit: the removal has to stay.
  if (knownAs === null) return;
  throw new CrawlError(
    'InvalidInput',
    `Dispensary ${dispensaryId} was added and is the store of dispensary ${knownAs}: it is removed, and its menu leads to ${knownAs} from now on.`,
  );
}
