import {
  listChangedChains,
  listChangedJobs,
  listRecentAudit,
  listSuspectIds,
  type ChangedChain,
  type ChangedJob,
  type RecentAudit,
} from '../../db/queries/recent-changes.ts';
import type { QualityRule } from '../../db/queries/judged-dispensaries.ts';
import { listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import { COMMAND_METHOD } from '../../domain/audit-outcome.ts';
import { isClockOff } from '../../domain/worker.ts';
import { isChainRole } from '../../domain/role.ts';
import type { Log } from '../../observability/log.ts';
import type { TaskBook } from '../../reports/task-book.ts';
import type { Task } from '../../reports/task.ts';
import { unlessAway } from '../../temporal-client/ask-temporal.ts';
import { isLater } from '../../temporal-client/list-task-runs.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { ApiTools } from '../api-env.ts';
import { WORKER_REPORT_PATHS } from '../routes/worker-registry.ts';
import type { Change } from './change-feed.ts';
import { createComparison, type Found, type Keyed } from './comparison.ts';
import { watchQuality } from './watch-quality.ts';

/** How far back it is looked: longer than a transaction that writes such a row is open. */
export const LEDGER_WINDOW_MS = 30_000;

const WINDOW_SECONDS = LEDGER_WINDOW_MS / 1000;

/** Whoever looks waits so long for what only Temporal knows: it mostly has it, and what is not there is told by a later look. */
const MOMENT_MS = 250;

/**
 * Looks for what has changed: tasks that began or ended (chains by the ledger, others by Temporal's list of open ones),
 * jobs that were asked for, began or ended, workers whose status or tasks changed, payloads that came into quarantine, dispensaries whose problems changed, and what people did by the API or the command.
 * A look tells everything or fails as a whole: what changed is then told by the next one. It waits for Temporal a moment at most.
 */
export function watchLedger({
  db,
  book,
  jobBook,
  log,
  qualityRule,
}: Pick<ApiTools, 'db' | 'book' | 'jobBook' | 'log'> & { qualityRule: QualityRule }): (
  afresh: boolean,
) => Promise<Change[]> {
  const comparisons = [
    createComparison(async () => (await listChangedChains(db, WINDOW_SECONDS)).map(chainChange)),
    createComparison(besides(() => otherTasks(book), log)),
    createComparison(async () => (await listChangedJobs(db, WINDOW_SECONDS)).map(jobChange)),
    createComparison(besides(() => waitingJobs({ db, jobBook }), log)),
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

function jobChange({ id: job_id, run_id: key, job_type, platform, account, status }: ChangedJob): Keyed {
  return { key, type: 'job', data: { job_id, job_type, platform, account, status } };
}

/** Jobs that no worker has begun; the ledger tells of the others. Null: Temporal does not answer. */
async function waitingJobs({ db, jobBook }: Pick<ApiTools, 'db' | 'jobBook'>): Promise<Keyed[] | null> {
  const open = await unlessAway(jobBook.open({ statuses: ['pending'] }), null);
  if (open === null) return null;
  // What was seen waiting may have begun since, and be told already.
  const begun = new Set((await listChangedJobs(db, WINDOW_SECONDS)).map(({ run_id: runId }) => runId));
  const unbegun = open.items.filter((job) => job.started_at === null && !begun.has(job.run_id));
  return unbegun.map((job) => jobChange({ ...job, job_type: job.job_type ?? '' }));
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

/**
 * Looks in a lane of its own, which may take longer than the other ones and fails for itself.
 * @returns what `look` gives where that is there in a moment, or else null; the next call gets it then
 */
function besides(
  look: () => Promise<Keyed[] | null>,
  log: Log,
): (before: Found | null, afresh: boolean) => Promise<Keyed[] | null> {
  let looking: Promise<Keyed[] | null> | null = null;
  return async (_, afresh) => {
    // What was asked for before a gap is no beginning for what comes after it.
    if (afresh) looking = null;
    looking ??= look().catch((error: unknown) => {
      log.warn({ err: error }, 'changes of tasks could not be looked for; trying again');
      return null;
    });
    const found = await unlessLate(looking, MOMENT_MS);
    if (found !== 'late') looking = null;
    return found === 'late' ? null : found;
  };
}

/** What work gives, where it is done in so many milliseconds; it must not fail. */
async function unlessLate<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), milliseconds);
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}
