import { activityInfo } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { loadDispensaries } from '../db/queries/dispensaries.ts';
import { hasSuspect } from '../db/queries/quarantine.ts';

export interface LookAgainInput {
  dispensaryId: number;
  role: ChainRole;
  /** Whether the look downloads pictures. */
  images: boolean;
  afterMs: number;
}

/** Has a dispensary crawled later, unless that waits already; given by the worker, which holds the client. */
type StartLookAgain = (
  dispensary: Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>,
  look: Omit<LookAgainInput, 'dispensaryId'> & { startId: string },
) => Promise<Date>;

interface Tools {
  db: Db;
  startLookAgain: StartLookAgain;
}

/** Activities that have a menu which is not believed looked at again. */
export function createLookAgainActivities({ db, startLookAgain }: Tools) {
  return {
    /**
     * Starts the look, once for each run of a chain.
     * @returns ISO 8601: when it is due; null: the dispensary is gone
     */
    async lookAgain({ dispensaryId, ...look }: LookAgainInput): Promise<string | null> {
      const [store] = await loadDispensaries(db, [dispensaryId]);
      if (store === undefined) return null;
      const { runId } = activityInfo().workflowExecution ?? {};
      const startId = `look-again/${runId ?? activityInfo().activityId}`;
      return (await startLookAgain(store, { ...look, startId })).toISOString();
    },

    /** Whether a menu of a dispensary is in doubt: a person may have decided, or a regular crawl settled it, before the look. */
    async isInDoubt({ dispensaryId }: { dispensaryId: number }): Promise<boolean> {
      return hasSuspect(db, dispensaryId);
    },
  };
}
