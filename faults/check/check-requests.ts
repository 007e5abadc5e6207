import type { AcknowledgedCrawl } from './checked-world.ts';
import { findingsOf, type Checked } from './finding.ts';
import type { LedgerRun, Runs } from './read-runs.ts';

/** The statuses that a workflow may have in Temporal, by the status of its run in the ledger. */
const CLOSED_AS: Record<LedgerRun['status'], readonly string[]> = {
  running: ['running'],
  completed: ['completed'],
  unconfirmed: ['completed'],
  failed: ['failed', 'terminated', 'timed_out'],
  cancelled: ['cancelled'],
};

/** Checks that every acknowledged crawl was completed, and that the ledger and Temporal agree on every crawl. */
export function checkRequests(
  { ledger, temporal }: Runs,
  acknowledged: readonly AcknowledgedCrawl[],
): Checked {
  const { findings, add, addTo } = findingsOf('requests');
  const addLost = addTo('acknowledged crawls lost');
  for (const { dispensaryId, workflowId, runId } of acknowledged) {
    const run = ledger.get(runId);
    const name = `the acknowledged crawl of dispensary ${dispensaryId} (${workflowId}, ${runId})`;
    if (run === undefined) addLost(`the ledger lacks ${name}`, 'a row in crawl_runs', 'none');
    else if (run.status !== 'completed') addLost(`${name} did not succeed`, 'completed', describe(run));
  }
  for (const run of ledger.values()) {
    const seen = temporal.get(run.runId)?.status ?? 'no such workflow';
    const wanted = CLOSED_AS[run.status];
    if (!wanted.includes(seen))
      add(`Temporal and the ledger differ on ${run.workflowId}, ${run.runId}`, wanted.join(' or '), seen);
  }
  for (const { workflowId, runId, status } of temporal.values())
    if (!ledger.has(runId))
      add(`the ledger lacks ${workflowId}, ${runId}`, 'a row in crawl_runs', `only a workflow, ${status}`);
  return { findings, looked: { 'acknowledged crawls lost': acknowledged.length } };
}

function describe({ status, error }: LedgerRun): string {
  return error === null ? status : `${status}, ${error}`;
}
