import pLimit from 'p-limit';
import {
  dropLeftHeartbeats,
  listOpenRuns,
  readLedgerState,
  saveComparedAt,
  type OpenRun,
} from '../db/queries/ledger-state.ts';
import { endRuns } from '../db/queries/note-runs.ts';
import { listRunPages, type PlacedRun } from '../temporal-client/list-runs.ts';
import type { Following } from './follow.ts';
import { createSeenRuns } from './seen-runs.ts';
import { describe, READS_AT_ONCE, takeRuns, type Taken } from './take-runs.ts';

/** Runs younger than this are not compared, because visibility lists a new run with a short delay. */
const YOUNGEST_MS = 60_000;

/**
 * Compares the open runs of the ledger with Temporal's and takes the differences: runs that the ledger lacks, and runs that have
 * ended, including those that Temporal has deleted since.
 */
export async function compare(following: Following): Promise<Taken> {
  const { db, client, ask } = following;
  const { now } = await readLedgerState(db);
  const ours = await listOpenRuns(db, new Date(now.getTime() - YOUNGEST_MS));
  const known = new Set(ours.map(({ runId }) => runId));
  const open = new Set<string>();
  const seen = createSeenRuns();
  const taken: Taken[] = [];
  for await (const page of listRunPages(client, 'ExecutionStatus = "Running"', ask)) {
    for (const { runId } of page) open.add(runId);
    const lacking = page.filter(({ runId }) => !known.has(runId));
    taken.push(await takeRuns(following, lacking, seen));
  }
  const missing = ours.filter(({ runId }) => !open.has(runId));
  const found = await pLimit(READS_AT_ONCE).map(missing, (run) => findDifferences(following, run));
  const kept = found.filter((run) => run !== null);
  taken.push(await takeRuns(following, kept, seen));
  const forgotten = missing.filter((_, at) => found[at] === null);
  taken.push({ added: 0, ended: await endForgotten(following, forgotten) });
  await dropLeftHeartbeats(db);
  await saveComparedAt(db, now);
  return {
    added: taken.reduce((sum, { added }) => sum + added, 0),
    ended: taken.reduce((sum, { ended }) => sum + ended, 0),
  };
}

/**
 * Describes a run that is no longer among the open ones; of a run that continued as new, the newest run that continues it. Null:
 * Temporal has deleted the run.
 */
async function findDifferences({ client }: Following, run: OpenRun): Promise<PlacedRun | null> {
  const found = await describe(client, run);
  if (found?.status !== 'CONTINUED_AS_NEW') return found;
  const newest = await describe(client, { workflowId: run.workflowId });
  return newest?.firstRunId === found.firstRunId ? newest : null;
}

async function endForgotten({ db }: Following, runs: (OpenRun & { updatedAt: Date })[]): Promise<number> {
  return endRuns(
    db,
    runs.map((run) => ({
      ...run,
      // The last time that the ledger heard of the run, since nobody knows when it ended.
      endedAt: run.updatedAt,
      endedAs: 'failed',
      errorKind: 'Forgotten',
      errorMessage:
        'Temporal has deleted this run before the ledger saw its end, so nobody knows how it ended.',
      result: null,
    })),
  );
}
