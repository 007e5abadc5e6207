import { joinKnownStore } from '../db/queries/add-dispensary.ts';
import { saveResolvedStore } from '../db/queries/dispensaries.ts';
import { holdStore, type HeldStore } from '../db/queries/store-locks.ts';
import type { Db } from '../db/connect.ts';
import type { DiscoveredStore } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';

/**
 * Saves the platform's data of a dispensary whose id was unknown or has changed. If a person added the dispensary and the store is
 * already known under another slug, the added row is removed: each store has one row.
 * @throws CrawlError InvalidInput when the store is another dispensary, StaleAttempt when the attempt no longer holds the store
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
  // Thrown only after the commit, because the removal must persist.
  if (knownAs === null) return;
  throw new CrawlError(
    'InvalidInput',
    `Dispensary ${dispensaryId} was added and is the store of dispensary ${knownAs}: it is removed, and its menu leads to ${knownAs} from now on.`,
  );
}
