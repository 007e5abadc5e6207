import type { TimelineEvent } from '../db/queries/run-events.ts';
import { scrubJson } from '../domain/credentials.ts';

/** Converts an event of a run to the fields of the API's responses. */
export function toRunEvent({ at, event, runId, worker, workerName, ...said }: TimelineEvent) {
  const { actor, errorKind, message, percent, reason } = said;
  return {
    at: at.toISOString(),
    event,
    run_id: runId,
    worker_id: worker,
    worker_name: workerName,
    actor,
    error_kind: errorKind,
    // The message of a job may quote its payload.
    message: scrubJson(message),
    progress_percent: percent,
    reason: scrubJson(reason),
  };
}
