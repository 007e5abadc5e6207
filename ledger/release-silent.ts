import pLimit from 'p-limit';
import { listSilentWork } from '../db/queries/run-heartbeats.ts';
import { lookAtRun } from './look-at-run.ts';
import { READS_AT_ONCE, type LedgerTools } from './take-runs.ts';

/** Above the heartbeat timeouts: the server has given work that is silent for longer to nobody, or to another worker. */
const SILENT_MS = 60_000;

/** The largest fleet that is planned for runs 225 tasks at once. */
const LOOKS_MAX = 500;

/** Looks in Temporal at work of whose worker nothing was heard: it may wait for its next attempt, or its run may be over. */
export async function releaseSilent(tools: LedgerTools): Promise<void> {
  const silent = await listSilentWork(tools.db, { silentMs: SILENT_MS, limit: LOOKS_MAX });
  await pLimit(READS_AT_ONCE).map(silent, (execution) => lookAtRun(tools, execution));
}
