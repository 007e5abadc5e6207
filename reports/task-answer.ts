import { remedyOf } from '../domain/error-remedies.ts';
import { meaningOf } from '../domain/errors.ts';
import { GIVE_UP_AFTER_MS, REFUSALS_MAX } from '../domain/fetch-bounds.ts';
import type { PendingWork } from '../temporal-client/temporal-state.ts';
import type { Recovered } from '../temporal-client/recover-stuck.ts';
import { withIsoTimes } from './iso-times.ts';
import type { StuckTask } from './stuck-tasks.ts';
import type { LedgerAge } from '../db/queries/runs.ts';
import type { TaskDetail } from './task-detail.ts';
import { NOT_ASKED, type TaskOutcome } from './task-outcome.ts';
import { taskOf, type Task } from './task.ts';
import { toRunEvent } from './timeline.ts';

/** Converts a task to the fields of the API's responses; additional fields stay. */
export function toTask<Shown extends Task>(task: Shown) {
  return withIsoTimes(task);
}

/** Formats a time that may be null. */
export function isoOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** Converts the age of the ledger to the fields of the API's responses. */
export function toAge({ asOf, isStale }: LedgerAge) {
  return { as_of: isoOf(asOf), stale: isStale };
}

function toNext(next: TaskDetail['next']) {
  if (next === null) return null;
  const { id, status, requested_by, created_at } = toTask(taskOf(next.run));
  return { id, status, requested_by, created_at, in_place: next.isInPlace };
}

/**
 * Converts the scheduled task that repeats the work of a task. It has a retry number only if it retries the whole task.
 */
function toTriedAgain({ id, scheduled_for: at, retry_count: count, max_retries: most }: Task) {
  const retry = count === 0 ? null : count;
  return { id, at: isoOf(at), retry, retries_max: retry === null ? null : most };
}

/**
 * Returns the limits of an activity's attempts: their number, and the time at which they end. A fetch limits its attempts itself, by its
 * start and its count of refusals, which are in its heartbeats.
 */
function boundsOf({ attemptsMax, givesUpAt }: PendingWork, heartbeat: unknown) {
  const { refusals, startedAt } = Object(heartbeat) as { refusals?: unknown; startedAt?: unknown };
  if (typeof refusals !== 'number' || typeof startedAt !== 'string')
    return { attempts_max: attemptsMax, gives_up_at: isoOf(givesUpAt), refusals: null };
  const lastAt = new Date(Date.parse(startedAt) + GIVE_UP_AFTER_MS);
  return {
    attempts_max: attemptsMax,
    gives_up_at: isoOf(lastAt),
    refusals: { count: refusals, max: REFUSALS_MAX },
  };
}

/**
 * Converts one task, with its stages and its open activity, to the fields of the API's responses.
 * @param said what its workflow reports about itself
 */
export function toDetail(
  { task, described, asOf, isStale, ...known }: TaskDetail,
  said: TaskOutcome = NOT_ASKED,
) {
  const activity = described?.look.activity ?? null;
  return {
    ...toTask(task),
    waiting_for: known.waitingFor,
    progress_message: said.progress,
    outcome: said.outcome,
    error_meaning: meaningOf(task.error_kind),
    error_remedy: remedyOf(task.error_kind),
    stages: known.stages.map(withIsoTimes),
    menus: known.menus.map(withIsoTimes),
    costs: known.costs,
    next_run: toNext(known.next),
    tried_again: known.again && toTriedAgain(known.again),
    timeline: known.events.map(toRunEvent),
    attempt_waits: known.attemptWaits.map(({ from, until, errorKind }) => ({
      from: from.toISOString(),
      until: isoOf(until),
      error_kind: errorKind,
    })),
    activity:
      activity === null
        ? null
        : {
            id: activity.id,
            type: activity.type,
            attempt: activity.attempt,
            ...boundsOf(activity, described?.heartbeat),
            worker_id: activity.worker,
            next_attempt_at: isoOf(activity.nextAttemptAt),
            last_failure: activity.lastFailure,
            heartbeat: described?.heartbeat ?? null,
          },
    cancel_requested: described?.cancelRequested ?? false,
    ...toAge({ asOf, isStale }),
  };
}

/** Converts stuck tasks, with what was done about each, to the fields of the API's responses. */
export function toRecovery(
  found: Recovered<StuckTask>[],
  { thresholdMinutes, isDryRun }: { thresholdMinutes: number; isDryRun: boolean },
) {
  return {
    threshold_minutes: thresholdMinutes,
    dry_run: isDryRun,
    recovered: found.filter(({ outcome }) => outcome === 'reset').length,
    tasks: found.map(({ task, activity, heardAt, outcome }) => ({
      task: toTask(task),
      activity: activity.type,
      attempt: activity.attempt,
      worker_id: activity.worker,
      last_heard_at: heardAt.toISOString(),
      outcome,
    })),
  };
}
