import type { Db } from '../../db/connect.ts';
import {
  listChangedChains,
  listRecentAudit,
  listSuspectIds,
  type ChangedChain,
  type RecentAudit,
} from '../../db/queries/recent-changes.ts';
import { listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import { COMMAND_METHOD } from '../../domain/audit-outcome.ts';
import { isChainRole } from '../../domain/role.ts';
import type { TaskBook } from '../../reports/task-book.ts';
import type { Task } from '../../reports/task.ts';
import { unlessAway } from '../../temporal-client/ask-temporal.ts';
import { isLater } from '../../temporal-client/list-task-runs.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { Change } from './change-feed.ts';

/** How far back it is looked: longer than a transaction that writes such a row is open. */
export const LEDGER_WINDOW_MS = 30_000;

const WINDOW_SECONDS = LEDGER_WINDOW_MS / 1000;

/**
 * Looks for what has changed: tasks that began or ended (chains by the ledger, others by Temporal's list of open ones),
 * workers whose status or tasks changed, payloads that came into quarantine, and what people did by the API or the command.
 */
export function watchLedger(db: Db, book: TaskBook): (afresh: boolean) => Promise<Change[]> {
  const comparisons = [
    createComparison(async () => (await listChangedChains(db, WINDOW_SECONDS)).map(chainChange)),
    createComparison(() => otherTasks(book)),
    createComparison(async () => (await listWorkers(db)).map(workerChange)),
    createComparison(async () => (await listSuspectIds(db)).map(suspectChange)),
    createComparison(async () => (await listRecentAudit(db)).map(auditChange)),
  ];
  return async (afresh) => (await Promise.all(comparisons.map((changed) => changed(afresh)))).flat();
}

interface Keyed extends Change {
  key: string;
}

function chainChange({ id, run_id: runId, workflow_id: workflowId, ...chain }: ChangedChain): Keyed {
  return { key: String(id), type: 'task', data: { task_id: taskId(workflowId, runId), ...chain } };
}

/** Tasks of which the ledger has no chain. Null: Temporal does not answer. */
async function otherTasks(book: TaskBook): Promise<Keyed[] | null> {
  const known = await unlessAway(Promise.all([book.open({}), book.closedElsewhere({})]), null);
  if (known === null) return null;
  const [open, closed] = known;
  const over = new Set(closed.items.map(({ run_id: runId }) => runId));
  const stillOpen = open.items.filter(({ run_id: runId }) => !over.has(runId));
  return [...stillOpen, ...closed.items]
    .filter(({ role, workflow_id: workflowId }) => !isChainRole(role) || isLater(workflowId))
    .map(taskChange);
}

function taskChange(task: Task): Keyed {
  const { id, run_id: key, dispensary_id, role, status } = task;
  return { key, type: 'task', data: { task_id: id, dispensary_id, role, status, error_kind: null } };
}

function workerChange(worker: ListedWorker): Keyed {
  const { worker_id, friendly_name, status, active_task_count } = worker;
  return { key: worker_id, type: 'worker', data: { worker_id, friendly_name, status, active_task_count } };
}

function suspectChange({ id, dispensary_id }: { id: number; dispensary_id: number }): Keyed {
  return { key: String(id), type: 'quarantine', data: { payload_id: id, dispensary_id, verdict: 'suspect' } };
}

/** Who did it and what was sent is for those who may read the audit; the words of a command hold both. */
function auditChange({ id, method, path, status }: RecentAudit): Keyed {
  const shown = method === COMMAND_METHOD ? null : path;
  return { key: String(id), type: 'operation', data: { audit_id: id, method, path: shown, status } };
}

/** Tells what is new or other than the last time; the first time, and afresh, nothing is. Null of `look`: as the last time. */
function createComparison(look: () => Promise<Keyed[] | null>): (afresh: boolean) => Promise<Change[]> {
  let before: Map<string, string> | null = null;
  return async (afresh) => {
    const now = await look();
    if (afresh) before = null;
    if (now === null) return [];
    const known = before;
    before = new Map(now.map(({ key, data }) => [key, JSON.stringify(data)]));
    if (known === null) return [];
    return now
      .filter(({ key, data }) => known.get(key) !== JSON.stringify(data))
      .map(({ type, data }) => ({ type, data }));
  };
}
