import type { TimelineEvent } from '../db/queries/run-events.ts';
import { scrubJson } from '../domain/credentials.ts';

/** What happened to a run, as answers have it, the oldest first. */
export function toTimeline(events: TimelineEvent[]) {
  return events.map(
    ({ at, event, runId, worker, workerName, actor, errorKind, message, percent, reason }) => ({
      at: at.toISOString(),
      event,
      run_id: runId,
      worker_id: worker,
      worker_name: workerName,
      actor,
      error_kind: errorKind,
      // That of a job may quote what it was given.
      message: scrubJson(message),
      progress_percent: percent,
      reason: scrubJson(reason),
    }),
  );
}
