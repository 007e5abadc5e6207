import pLimit from 'p-limit';
import { listSilentWork } from '../db/queries/run-heartbeats.ts';
import { describeLedgerRun } from './describe-ledger-run.ts';
import { READS_AT_ONCE, type LedgerTools } from './take-runs.ts';

/** Work counts as silent after longer than the heartbeat timeouts: the server has then queued it or given it to another worker. */
const SILENT_MS = 60_000;

/** How many runs one call looks up: the largest planned fleet runs 225 tasks at once. */
const LOOKS_MAX = 500;

/** Looks up silent work in Temporal and updates the ledger: the work may wait for its next attempt, or its run may have ended. */
export async function releaseSilent(tools: LedgerTools): Promise<void> {
  const silent = await listSilentWork(tools.db, { silentMs: SILENT_MS, limit: LOOKS_MAX });
  await pLimit(READS_AT_ONCE).map(silent, (execution) => describeLedgerRun(tools, execution));
}
