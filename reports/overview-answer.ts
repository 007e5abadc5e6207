import { scrubJson } from '../domain/credentials.ts';
import { nameCommand } from '../domain/name-command.ts';
import { isHeard, type WorkerStatus } from '../domain/worker.ts';
import { JOB_PREFIX, taskId } from '../temporal-config/workflow-ids.ts';
import { toBreaker } from './breaker-answer.ts';
import type { Overview, WorkCounts } from './overview.ts';
import { isoOf, toAge } from './task-answer.ts';
import type { Run } from '../db/queries/runs.ts';

/** What depends on where this API runs. */
interface Place {
  /** URL of the Temporal Web UI; null: not known. */
  uiUrl: string | null;
  /** How to call the command here. */
  command: string;
}

/** Converts the overview to the fields of the API's responses. */
export function toOverview(overview: Overview, { uiUrl, command }: Place) {
  const { facts, verdict, counts, schedules, failures } = overview;
  return {
    ...toAge(overview.ledger),
    generated_at: facts.now.toISOString(),
    temporal: { available: overview.temporalAway === null, reason: overview.temporalAway, ui_url: uiUrl },
    ...toVerdict(verdict, command),
    since: overview.since.toISOString(),
    counts: { ...sumOf(counts.tasks, counts.jobs), pending_more: facts.open.hasMorePending, ...counts },
    scheduled: toScheduled(facts.open.scheduled),
    hours: overview.hours.map(({ hour, ...ended }) => ({ hour: hour.toISOString(), ...ended })),
    capacity: { ...toAge(overview.capacity), roles: toRoles(overview), images: facts.open.images },
    running: { items: overview.running.map(toRunning), more: overview.hasMoreRunning },
    quarantine: toQuarantine(overview),
    stopped_targets: facts.stopped.map(({ target, stoppedAt, because }) => ({
      target,
      stopped_at: stoppedAt.toISOString(),
      because,
    })),
    breakers: facts.breakers.map(({ target, ...breaker }) => ({ target, ...toBreaker(breaker) })),
    proxies: toProxies(overview),
    workers: {
      active: countWorkers(overview, 'active'),
      backing_off: countWorkers(overview, 'backing_off'),
      draining: countWorkers(overview, 'draining'),
      silent: facts.workers.filter(({ counts_as_lost_at: lostAt }) => lostAt !== null).length,
    },
    schedules: schedules && {
      ...toAge(schedules),
      total: schedules.reports.length,
      enabled: schedules.reports.filter(({ paused }) => !paused).length,
      faults: facts.schedules ?? [],
    },
    failures: {
      total: failures.total,
      groups: failures.groups.map(
        ({ lastAt, byHour, dispensaryId, dispensaryName, nextRetryAt, ...group }) => ({
          ...group,
          dispensary_id: dispensaryId,
          dispensary_name: dispensaryName,
          next_retry_at: isoOf(nextRetryAt),
          last_at: lastAt.toISOString(),
          by_hour: byHour,
        }),
      ),
      more: failures.hasMore,
    },
  };
}

function toScheduled({ count, nextAt, retries, nextRetryAt }: Overview['facts']['open']['scheduled']) {
  return { count, next_at: isoOf(nextAt), retries, next_retry_at: isoOf(nextRetryAt) };
}

function toVerdict({ reasons, ...verdict }: Overview['verdict'], command: string) {
  return {
    ...verdict,
    reasons: reasons.map(({ clearsByItself, clearsAt, words, remedy, ...reason }) => ({
      ...reason,
      words: nameCommand(words, command),
      remedy: remedy === undefined ? null : nameCommand(remedy, command),
      clears_by_itself: clearsByItself,
      clears_at: isoOf(clearsAt),
    })),
  };
}

function toProxies({ facts: { proxies } }: Overview) {
  const { active, others, resting, firstReadyAt, unreached } = proxies;
  return {
    active,
    others,
    resting,
    next_ready_at: isoOf(firstReadyAt),
    unreached_since: isoOf(unreached?.since ?? null),
  };
}

function sumOf(one: WorkCounts, other: WorkCounts): WorkCounts {
  return {
    pending: one.pending + other.pending,
    running: one.running + other.running,
    completed: one.completed + other.completed,
    unconfirmed: one.unconfirmed + other.unconfirmed,
    failed: one.failed + other.failed,
  };
}

function countWorkers({ facts }: Overview, wanted: WorkerStatus): number {
  return facts.workers.filter((worker) => isHeard(worker) && worker.status === wanted).length;
}

function toRoles({ capacity, facts }: Overview) {
  return capacity.rows.flatMap((row) => {
    const forecast = facts.roles?.find(({ role }) => role === row.role)?.forecast;
    if (forecast === undefined) return [];
    const { state, words, minutes, growthPerMinute, boundBy } = forecast;
    return [
      {
        role: row.role,
        pending: row.pending_tasks,
        running: row.claimed_tasks + row.running_tasks,
        active_workers: row.active_workers,
        completed_last_hour: row.completed_last_hour,
        failed_last_hour: row.failed_last_hour,
        arrivals_per_hour: row.arrivals_per_hour,
        forecast: { state, words, minutes, growth_per_minute: growthPerMinute, bound_by: boundBy },
        workers_needed: row.workers_needed,
      },
    ];
  });
}

function toRunning(run: Run) {
  const isJob = run.type === 'job';
  return {
    of: isJob ? ('jobs' as const) : ('tasks' as const),
    id: isJob ? run.workflowId.slice(JOB_PREFIX.length) : taskId(run.workflowId, run.runId),
    workflow_id: run.workflowId,
    run_id: run.runId,
    title: titleOf(run, isJob),
    role: run.role,
    platform: scrubJson(run.platform),
    // A run may have lost its worker, or ended, between the reads of the list and of its rows; then it is shown as pending.
    status: isOpenStatus(run.status) ? run.status : ('pending' as const),
    stage: run.stage,
    worker_id: run.worker,
    worker_name: run.workerName,
    started_at: isoOf(run.startedAt),
    last_heartbeat_at: isoOf(run.heartbeatAt),
    progress_percent: run.progressPercent,
    progress_message: scrubJson(run.progressMessage),
  };
}

function isOpenStatus(status: Run['status']): status is 'pending' | 'claimed' | 'running' | 'stale' {
  return ['pending', 'claimed', 'running', 'stale'].includes(status);
}

function titleOf({ dispensaryName, jobType, role, workflowId }: Run, isJob: boolean): string {
  return (isJob ? jobType : dispensaryName) ?? role ?? workflowId;
}

function toQuarantine({ facts, quarantined }: Overview) {
  return {
    waiting: facts.quarantine.waiting,
    oldest_at: isoOf(facts.quarantine.oldestAt),
    items: quarantined.map(
      ({ dispensaryId, dispensaryName, fetchedAt, productCount, suspicion, ...one }) => ({
        id: one.id,
        dispensary_id: dispensaryId,
        dispensary_name: dispensaryName,
        fetched_at: fetchedAt.toISOString(),
        product_count: productCount,
        suspicion: suspicion.message,
        waiting: one.ofStore,
      }),
    ),
  };
}
