import type { Db } from '../../db/connect.ts';
import { INGEST_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { createBlockers } from './blockers.ts';

/** Describes everything that holds all open fan-outs back; null: nothing known does. */
export async function describeFanOutWaits(db: Db): Promise<string | null> {
  const blockers = createBlockers(db);
  const reasons = [...(await blockers.unserved(WORKFLOW_QUEUE)), ...(await blockers.unserved(INGEST_QUEUE))];
  return reasons.length === 0 ? null : reasons.join('; ');
}
