import type { PlatformName } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { Db } from '../db/connect.ts';
import { loadDispensaries } from '../db/queries/dispensaries.ts';

/** The platform and the state of a dispensary. */
export interface StoreOfChain {
  platform: PlatformName;
  stateCode: string | null;
}

/** Creates the activities that look up what the input of a workflow leaves out. */
export function createFindStoreActivities({ db }: { db: Db }) {
  return {
    /** Reads the platform and the state of a dispensary. @throws CrawlError NotFound */
    async findStore({ dispensaryId }: { dispensaryId: number }): Promise<StoreOfChain> {
      const [store] = await loadDispensaries(db, [dispensaryId]);
      if (store === undefined) throw new CrawlError('NotFound', `There is no dispensary ${dispensaryId}.`);
      return { platform: store.platform, stateCode: store.stateCode };
    },
  };
}
