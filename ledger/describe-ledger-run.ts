import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { releaseWork } from '../db/queries/run-heartbeats.ts';
import { findNewestRun, findRun, type Run } from '../db/queries/runs.ts';
import { callTemporal, unlessAway } from '../temporal-client/call-temporal.ts';
import type { Execution } from '../temporal-client/temporal-state.ts';
import { describeLatest, describeRun, type DescribedRun } from '../temporal-client/steer-tasks.ts';
import { createSeenRuns } from './seen-runs.ts';
import { takeRuns } from './take-runs.ts';

/** The result of looking up a run. */
export interface LedgerRunDescription {
  /** Null: neither the ledger nor Temporal has the run. */
  run: Run | null;
  /** Null: Temporal does not have the run, or does not answer. */
  described: DescribedRun | null;
  /** Whether Temporal does not answer, so that `run` is only what the ledger has. */
  isAway: boolean;
}

/**
 * Reads a run from the ledger after updating it from Temporal, so that the run is out of date only if Temporal does not answer.
 * @param attempt any of its attempts; the newest is described
 */
export async function describeLedgerRun(servers: Servers, attempt: Execution): Promise<LedgerRunDescription> {
  const { workflowId, runId } = (await findRun(servers.db, attempt)) ?? attempt;
  const looked = await look(servers, () => describeRun(servers.client, { workflowId, runId }));
  const firstRunId = looked.described?.run.firstRunId ?? runId;
  const run =
    (await findRun(servers.db, { workflowId, runId })) ??
    (await findRun(servers.db, { workflowId, runId: firstRunId }));
  if (run === null || run.runId === runId || looked.isAway) return { ...looked, run };
  const newest = await look(servers, () => describeRun(servers.client, run));
  return { ...newest, run: await findRun(servers.db, run) };
}

/** Reads the newest run of a workflow, as `describeLedgerRun` reads a given run. */
export async function describeNewestRun(servers: Servers, workflowId: string): Promise<LedgerRunDescription> {
  const looked = await look(servers, () => describeLatest(servers.client, workflowId));
  return { ...looked, run: await findNewestRun(servers.db, workflowId) };
}

interface Servers {
  db: Db;
  client: Client;
}

async function look(
  servers: Servers,
  describe: () => Promise<DescribedRun | null>,
): Promise<Omit<LedgerRunDescription, 'run'>> {
  const found = await unlessAway(callTemporal(servers.client, describe), 'away' as const);
  if (found === 'away') return { described: null, isAway: true };
  const isTaken = found === null || (await unlessAway(takeFound(servers, found), false));
  return { described: found, isAway: !isTaken };
}

async function takeFound(servers: Servers, { run, look: { state, activity } }: DescribedRun): Promise<true> {
  await callTemporal(servers.client, () => takeRuns(servers, [run], createSeenRuns()));
  // A killed worker reports nothing, but the server knows that its work waits again.
  if (activity !== null && (state === 'ready' || state === 'later'))
    await releaseWork(servers.db, run.runId, activity);
  return true;
}
