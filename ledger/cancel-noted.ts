import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { noteRequest, type Asking } from '../db/queries/run-events.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import { cancelFanOut } from '../temporal-client/describe-fan-outs.ts';
import { describeLedgerRun } from './describe-ledger-run.ts';
import type { Execution } from '../temporal-client/temporal-state.ts';
import { cancelRun } from '../temporal-client/steer-tasks.ts';

interface Servers {
  db: Db;
  client: Client;
}

/** The reason that the server records when a starter is terminated. */
interface ReportedState {
  terminationReason: string;
}

/**
 * Requests cancellation of an open run. Records the request first: if the process is killed in between, the run continues, and the
 * record shows that somebody wanted it to end.
 * @returns false if the run has already ended
 * @throws TemporalUnavailable
 */
export async function cancelNoted(
  { db, client }: Servers,
  { workflowId, runId }: Execution,
  { terminationReason, ...asking }: Asking & ReportedState,
): Promise<boolean> {
  await noteRequest(db, { workflowId, runId }, { event: 'cancel_requested', ...asking });
  return callTemporal(client, () => cancelRun(client, { workflowId, runId }, terminationReason));
}

/**
 * Requests cancellation of a fan-out, as `cancelNoted` does of a run. The fan-out may have continued as new.
 * @param fanOut identified by its first run
 */
export async function cancelFanOutNoted(
  { db, client }: Servers,
  fanOut: Execution,
  asking: Asking,
): Promise<boolean> {
  // The ledger may not have the fan-out yet, for example if a schedule has just started it.
  await describeLedgerRun({ db, client }, fanOut);
  await noteRequest(db, fanOut, { event: 'cancel_requested', ...asking });
  return callTemporal(client, () => cancelFanOut(client, fanOut));
}
