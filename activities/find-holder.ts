import type { Db } from '../db/connect.ts';
import { findFileQueues } from '../db/queries/file-holders.ts';
import type { HeldFile } from '../domain/crawl-run.ts';
import { filesQueue } from '../temporal-config/task-queues.ts';

/** Activities that ask the registry who is there. */
export function createFindHolderActivities({ db }: { db: Db }) {
  return {
    /**
     * Whether a worker that sees a held file lives: it is then busy, and what waits for it may go on waiting. One that
     * was killed has been silent for as long as it was waited for.
     */
    async isHolderThere({ holder, returnSeconds }: HeldFile): Promise<boolean> {
      return (await findFileQueues(db, returnSeconds)).includes(filesQueue(holder));
    },
  };
}
