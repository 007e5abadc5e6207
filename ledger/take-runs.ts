import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { Db } from '../db/connect.ts';
import { findOpenAmong, nameWorkflows } from '../db/queries/ledger-state.ts';
import { endRuns, noteRuns, type EndedRun, type NotedRun } from '../db/queries/note-runs.ts';
import { readSweptTo } from '../db/queries/sweep-runs.ts';
import { describeWithFirst, type ListedRun, type PlacedRun } from '../temporal-client/list-runs.ts';
import { grpcCodeOf } from '../temporal-client/grpc-errors.ts';
import { readOutcome } from '../temporal-client/steer-tasks.ts';
import { holdsTime } from '../temporal-config/run-ids.ts';
import type { SeenRuns } from './seen-runs.ts';

/** The connections for keeping the ledger. */
export interface LedgerTools {
  db: Db;
  client: Client;
}

/** Counts of the runs that were taken. */
export interface Taken {
  added: number;
  ended: number;
}

/** How many runs are read from Temporal at once. A server answers from memory, or with one or two reads from its database. */
export const READS_AT_ONCE = 16;

/** How long to wait for a read, which takes some milliseconds; the limit detects an unavailable server. */
const READ_MS_MAX = 20_000;

/**
 * Writes runs that Temporal lists into the ledger: new runs, and the ends of runs that are open in the ledger.
 * @param seen remembers the taken runs
 */
export async function takeRuns(tools: LedgerTools, runs: ListedRun[], seen: SeenRuns): Promise<Taken> {
  const fresh = await withFirstRuns(tools.client, runs, seen);
  const kept = await leaveOutSwept(tools.db, fresh);
  const added = await noteRuns(tools.db, await notesOf(tools.db, kept));
  const ended = await takeEnds(tools, kept);
  for (const run of fresh) seen.add(run);
  return { added, ended };
}

/** Returns the runs that are new or changed, with their first runs. Leaves out runs that were deleted meanwhile. */
async function withFirstRuns(client: Client, runs: ListedRun[], seen: SeenRuns): Promise<PlacedRun[]> {
  const placed = await pLimit(READS_AT_ONCE).map(
    runs.filter((run) => !seen.has(run)),
    async (run): Promise<PlacedRun | null> => {
      if (holdsTime(run.runId)) return { ...run, firstRunId: run.runId };
      const firstRunId = seen.firstOf(run) ?? (await describe(client, run))?.firstRunId;
      return firstRunId === undefined ? null : { ...run, firstRunId };
    },
  );
  return placed.filter((run) => run !== null);
}

/** Returns the runs that the ledger still keeps: Temporal may keep closed workflows for longer. Jobs have a retention of their own. */
async function leaveOutSwept(db: Db, runs: PlacedRun[]): Promise<PlacedRun[]> {
  if (runs.every(({ ending }) => ending === null)) return runs;
  const sweptTo = await readSweptTo(db);
  return runs.filter(
    ({ type, ending }) => sweptTo === null || ending === null || ending.at >= sweptTo || type === 'job',
  );
}

/** Describes a run, or the newest run of a workflow; null if Temporal has deleted it. */
export async function describe(
  client: Client,
  execution: Parameters<typeof describeWithFirst>[1],
): Promise<PlacedRun | null> {
  return client.withDeadline(Date.now() + READ_MS_MAX, () => describeWithFirst(client, execution));
}

async function notesOf(db: Db, runs: PlacedRun[]): Promise<NotedRun[]> {
  const fanOuts = await nameWorkflows(db, [...new Set(runs.flatMap(({ fanOut }) => fanOut ?? []))]);
  return runs.map(({ fanOut, ending: _ending, status: _status, ...run }) => ({
    ...run,
    startedBy: run.startedBy ?? (fanOut === null ? null : (fanOuts.get(fanOut) ?? null)),
  }));
}

/** Records the ends of runs. Reads no history of a run that is already closed in the ledger. */
async function takeEnds({ db, client }: LedgerTools, runs: ListedRun[]): Promise<number> {
  const closed = runs.filter(({ ending }) => ending !== null);
  const open = await findOpenAmong(db, closed);
  const ends = await pLimit(READS_AT_ONCE).map(
    closed.filter(({ runId }) => open.has(runId)),
    (run) => endOf(client, run),
  );
  return endRuns(
    db,
    ends.filter((end) => end !== null),
  );
}

async function endOf(client: Client, run: ListedRun): Promise<EndedRun | null> {
  const { workflowId, runId, ending, status } = run;
  if (ending === null) return null;
  const { result, error, kind } = await readEnd(client, run);
  return {
    workflowId,
    runId,
    endedAt: ending.at,
    endedAs: ending.as,
    errorKind: ending.as === 'cancelled' ? 'Cancelled' : (KINDS[status] ?? kind),
    errorMessage: error,
    result: typeof result === 'object' && result !== null ? { ...result } : null,
  };
}

/** The gRPC codes for a history that the server has deleted, cannot read, or has lost. */
const UNREADABLE = [3, 5, 15];

/** Reads how a run ended. If its history cannot be read, the end is unknown, so that other runs do not wait for it. */
async function readEnd(client: Client, run: ListedRun): ReturnType<typeof readOutcome> {
  try {
    return await client.withDeadline(Date.now() + READ_MS_MAX, () => readOutcome(client, run));
  } catch (error) {
    if (!UNREADABLE.includes(grpcCodeOf(error) ?? 0)) throw error;
    return { result: null, error: 'Temporal cannot read the end of its history.', kind: null };
  }
}

/** Error kinds for runs that the server itself ended. */
const KINDS: Partial<Record<ListedRun['status'], string>> = {
  TERMINATED: 'Terminated',
  TIMED_OUT: 'Timeout',
};
