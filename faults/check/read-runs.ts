import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { RunStatus } from '../../domain/crawl-run.ts';
import { until } from '../world/until.ts';
import type { CheckedWorld } from './checked-world.ts';

/** A crawl in the ledger. */
export interface LedgerRun {
  dispensaryId: number;
  workflowId: string;
  runId: string;
  status: RunStatus;
  error: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** A crawl in Temporal. */
export interface TemporalRun {
  workflowId: string;
  runId: string;
  status: string;
  startedAt: Date;
  closedAt: Date | null;
}

/** All crawls, as the ledger has them and as Temporal has them, by run id. */
export interface Runs {
  ledger: Map<string, LedgerRun>;
  temporal: Map<string, TemporalRun>;
}

/** How long Temporal's list of runs may lag behind the histories. */
const VISIBILITY_MS_MAX = 15_000;

/** Reads all crawls from the ledger and from Temporal. */
export async function readRuns({ db, client }: CheckedWorld): Promise<Runs> {
  const rows = await db.selectFrom('crawl_runs').selectAll().orderBy('id').execute();
  const ledger = rows.map((row): LedgerRun => ({
    dispensaryId: row.dispensary_id,
    workflowId: row.workflow_id,
    runId: row.workflow_run_id,
    status: row.status,
    error: row.error_kind === null ? null : `${row.error_kind}: ${row.error_message}`,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }));
  let temporal: TemporalRun[] = [];
  const isUpToDate = async () => {
    temporal = await listCrawls(client);
    const known = new Set(temporal.filter(({ closedAt }) => closedAt !== null).map(({ runId }) => runId));
    return ledger.every(({ runId }) => known.has(runId)) && known.size === temporal.length;
  };
  // If a crawl is still missing after this time, the checks report it.
  await until('visibility', isUpToDate, { timeoutMs: VISIBILITY_MS_MAX }).catch(() => undefined);
  return { ledger: byRunId(ledger), temporal: byRunId(temporal) };
}

async function listCrawls(client: CheckedWorld['client']): Promise<TemporalRun[]> {
  const found: TemporalRun[] = [];
  for await (const info of client.workflow.list({ query: 'WorkflowType = "crawlDispensary"' }))
    found.push(toRun(info));
  return found;
}

function toRun({ workflowId, runId, status, startTime, closeTime }: WorkflowExecutionInfo): TemporalRun {
  return {
    workflowId,
    runId,
    status: status.name.toLowerCase(),
    startedAt: startTime,
    closedAt: closeTime ?? null,
  };
}

function byRunId<Run extends { runId: string }>(runs: Run[]): Map<string, Run> {
  return new Map(runs.map((run) => [run.runId, run]));
}
