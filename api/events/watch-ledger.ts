import {
  listChangedRuns,
  listRecentAudit,
  listSuspectIds,
  type RecentAudit,
} from '../../db/queries/recent-changes.ts';
import type { Run } from '../../db/queries/runs.ts';
import type { QualityRule } from '../../db/queries/judged-dispensaries.ts';
import { listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import { COMMAND_METHOD } from '../../domain/audit-outcome.ts';
import { isClockOff } from '../../domain/worker.ts';
import { jobOf } from '../../reports/job.ts';
import { taskOf } from '../../reports/task.ts';
import type { ApiTools } from '../api-env.ts';
import { WORKER_REPORT_PATHS } from '../routes/worker-registry.ts';
import type { Change } from './change-feed.ts';
import { createComparison, type Keyed } from './comparison.ts';
import { watchQuality } from './watch-quality.ts';

/** How far back it is looked: longer than a transaction that writes such a row is open. */
export const LEDGER_WINDOW_MS = 30_000;

const WINDOW_SECONDS = LEDGER_WINDOW_MS / 1000;

/**
 * Looks for what has changed: tasks and jobs that were asked for, began or ended, workers whose status or tasks changed, payloads
 * that came into quarantine, dispensaries whose problems changed, and what people did by the API or the command. A look tells
 * everything or fails as a whole: what changed is then told by the next one.
 */
export function watchLedger({
  db,
  qualityRule,
}: Pick<ApiTools, 'db'> & { qualityRule: QualityRule }): (afresh: boolean) => Promise<Change[]> {
  const comparisons = [
    createComparison(async () => (await listChangedRuns(db, WINDOW_SECONDS)).map(runChange)),
    createComparison(async () => (await listWorkers(db)).map(workerChange)),
    createComparison(async () => (await listSuspectIds(db)).map(suspectChange)),
    createComparison(watchQuality({ db, rule: qualityRule, seconds: WINDOW_SECONDS })),
    createComparison(async (before) => {
      const underWay = before && [...before].filter(([, text]) => text === null).map(([id]) => Number(id));
      const rows = await listRecentAudit(db, { underWay, exceptPaths: WORKER_REPORT_PATHS });
      return rows.map(auditChange);
    }),
  ];
  return async (afresh) => {
    const compares = await Promise.all(comparisons.map((look) => look(afresh)));
    // None advances before all have looked: what one found is not lost when another one fails.
    return compares.flatMap((compare) => compare());
  };
}

function runChange(run: Run): Keyed {
  return run.type === 'job' ? jobChange(run) : taskChange(run);
}

function taskChange(run: Run): Keyed {
  const { id, dispensary_id, role, status } = taskOf(run);
  const data = { task_id: id, dispensary_id, role, status, error_kind: run.errorKind };
  return { key: run.id, type: 'task', data };
}

function jobChange(run: Run): Keyed {
  const { id: job_id, job_type, platform, account, status } = jobOf(run);
  return { key: run.id, type: 'job', data: { job_id, job_type, platform, account, status } };
}

function workerChange(worker: ListedWorker): Keyed {
  const { worker_id, friendly_name, status, active_task_count } = worker;
  // Not by how much: that changes a little with every heartbeat.
  const clock_is_off = isClockOff(worker.clock_ahead_ms);
  const data = { worker_id, friendly_name, status, active_task_count, clock_is_off };
  return { key: worker_id, type: 'worker', data };
}

function suspectChange({ id, dispensary_id }: { id: number; dispensary_id: number }): Keyed {
  return { key: String(id), type: 'quarantine', data: { payload_id: id, dispensary_id, verdict: 'suspect' } };
}

/** Who did it and what was sent is for those who may read the audit; the words of a command hold both. */
function auditChange({ id, method, path, status }: RecentAudit): Keyed {
  const shown = method === COMMAND_METHOD ? null : path;
  const data = status === null ? null : { audit_id: id, method, path: shown, status };
  return { key: String(id), type: 'operation', data };
}
