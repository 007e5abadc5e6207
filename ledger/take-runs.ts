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

/** What the ledger is kept with. */
export interface LedgerTools {
  db: Db;
  client: Client;
}

/** What became of runs that were taken. */
export interface Taken {
  added: number;
  ended: number;
}

/** A server reads the description or the end of a run from memory, or with a read or two of its database. */
export const READS_AT_ONCE = 16;

/** Some milliseconds each; a server that is away is to be noticed. */
const READ_MS_MAX = 20_000;

/**
 * Writes runs that Temporal lists into the ledger: what it lacks of them, and the ends of those that it has as open.
 * @param seen remembers what was taken before
 */
export async function takeRuns(tools: LedgerTools, runs: ListedRun[], seen: SeenRuns): Promise<Taken> {
  const fresh = await withFirstRuns(tools.client, runs, seen);
  const kept = await leaveOutSwept(tools.db, fresh);
  const added = await noteRuns(tools.db, await notesOf(tools.db, kept));
  const ended = await takeEnds(tools, kept);
  for (const run of fresh) seen.add(run);
  return { added, ended };
}

/** Those that were not seen as they are now. One that is deleted meanwhile is left out. */
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

/** Those that the ledger keeps: Temporal may keep closed workflows for longer. Jobs have a retention of their own. */
async function leaveOutSwept(db: Db, runs: PlacedRun[]): Promise<PlacedRun[]> {
  if (runs.every(({ ending }) => ending === null)) return runs;
  const sweptTo = await readSweptTo(db);
  return runs.filter(
    ({ type, ending }) => sweptTo === null || ending === null || ending.at >= sweptTo || type === 'job',
  );
}

/** Describes a run, or the newest of a workflow; null: Temporal has deleted it. */
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

/** Of what the ledger has as closed, the history is not read. */
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

/** What a server says of a history that it has deleted, cannot read, or has lost. */
const UNREADABLE = [3, 5, 15];

/** Of a history that cannot be read it is not known how it ended; the others must not wait for it. */
async function readEnd(client: Client, run: ListedRun): ReturnType<typeof readOutcome> {
  try {
    return await client.withDeadline(Date.now() + READ_MS_MAX, () => readOutcome(client, run));
  } catch (error) {
    if (!UNREADABLE.includes(grpcCodeOf(error) ?? 0)) throw error;
    return { result: null, error: 'Temporal cannot read the end of its history.', kind: null };
  }
}

/** What the server itself has ended. */
const KINDS: Partial<Record<ListedRun['status'], string>> = {
  TERMINATED: 'Terminated',
  TIMED_OUT: 'Timeout',
};
