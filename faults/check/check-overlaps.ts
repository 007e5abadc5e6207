import { findingsOf, type Checked, type Finding } from './finding.ts';
import type { LedgerRun, Runs, TemporalRun } from './read-runs.ts';

/** The time in which a run worked on a store. */
interface Span {
  store: string;
  runId: string;
  fromMs: number;
  toMs: number;
}

/** Checks that no two runs crawled a store at the same time, by the times in the ledger and by those in Temporal. */
export function checkOverlaps({ ledger, temporal }: Runs): Checked {
  const findings = [
    ...overlaps('the ledger', [...ledger.values()].filter(endedByItself).map(spanOfLedger)),
    ...overlaps('Temporal', [...temporal.values()].map(spanOfTemporal)),
  ];
  return { findings, looked: { 'two runs of a store': temporal.size } };
}

/** Whether the run ended its own ledger row. The row of a terminated workflow is closed by the next run, so only after that run began. */
function endedByItself({ error }: LedgerRun): boolean {
  return error === null || !error.startsWith('Abandoned');
}

function spanOfLedger({ workflowId, runId, startedAt, endedAt }: LedgerRun): Span {
  return { store: workflowId, runId, fromMs: startedAt.getTime(), toMs: endedAt?.getTime() ?? Infinity };
}

function spanOfTemporal({ workflowId, runId, startedAt, closedAt }: TemporalRun): Span {
  return { store: workflowId, runId, fromMs: startedAt.getTime(), toMs: closedAt?.getTime() ?? Infinity };
}

function overlaps(witness: string, spans: Span[]): Finding[] {
  const { findings, addTo } = findingsOf('overlaps');
  const add = addTo('two runs of a store');
  for (const [store, ofStore] of Map.groupBy(spans, (span) => span.store)) {
    const inOrder = ofStore.toSorted((one, other) => one.fromMs - other.fromMs);
    for (const [at, next] of inOrder.entries()) {
      const before = inOrder[at - 1];
      if (before === undefined || before.toMs <= next.fromMs) continue;
      add(
        `two runs of ${store} overlap in ${witness}`,
        `${next.runId} to begin after ${before.runId} ended (${timeOf(before.toMs)})`,
        `a beginning at ${timeOf(next.fromMs)}`,
      );
    }
  }
  return findings;
}

function timeOf(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : 'never';
}
