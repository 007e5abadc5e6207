import type { RunEvent } from '../db/queries/run-events.ts';
import { scrubJson } from '../domain/credentials.ts';

/** What happened to a run, as answers have it, the oldest first. */
export function toTimeline(events: RunEvent[]) {
  return events.map(({ at, event, runId, worker, actor, errorKind, message, percent, reason }) => ({
    at: at.toISOString(),
    event,
    run_id: runId,
    worker_id: worker,
    actor,
    error_kind: errorKind,
    // That of a job may quote what it was given.
    message: scrubJson(message),
    progress_percent: percent,
    reason: scrubJson(reason),
  }));
}
