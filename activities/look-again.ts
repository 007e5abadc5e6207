import { activityInfo } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { loadDispensaries } from '../db/queries/dispensaries.ts';
import { hasSuspect } from '../db/queries/quarantine.ts';

export interface LookAgainInput {
  dispensaryId: number;
  role: ChainRole;
  /** Whether this crawl downloads images. */
  images: boolean;
  afterMs: number;
}

/**
 * Schedules a crawl of a dispensary for later, unless one is already waiting. The worker passes this function in, because it
 * holds the Temporal client.
 */
type StartLookAgain = (
  dispensary: Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>,
  look: Omit<LookAgainInput, 'dispensaryId'> & { startId: string },
) => Promise<Date>;

interface Tools {
  db: Db;
  startLookAgain: StartLookAgain;
}

/** Creates the activities that schedule another look at a store whose menu is doubted. */
export function createLookAgainActivities({ db, startLookAgain }: Tools) {
  return {
    /**
     * Schedules the crawl, once per run of a chain.
     * @returns ISO 8601: when it is due; null when the dispensary no longer exists
     */
    async lookAgain({ dispensaryId, ...look }: LookAgainInput): Promise<string | null> {
      const [store] = await loadDispensaries(db, [dispensaryId]);
      if (store === undefined) return null;
      const { runId } = activityInfo().workflowExecution ?? {};
      const startId = `look-again/${runId ?? activityInfo().activityId}`;
      return (await startLookAgain(store, { ...look, startId })).toISOString();
    },

    /**
     * Whether a menu of a dispensary is still doubted. A person or a regular crawl may have settled the doubt before this look.
     */
    async isInDoubt({ dispensaryId }: { dispensaryId: number }): Promise<boolean> {
      return hasSuspect(db, dispensaryId);
    },
  };
}
