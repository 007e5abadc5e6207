import { formatMoment } from '../domain/format-moment.ts';
import type { FanOutReport } from '../temporal-client/describe-fan-outs.ts';
import { isoOf } from './task-answer.ts';

/** Converts a fan-out to the fields of the API's responses. */
export function toFanOut(report: FanOutReport) {
  const { spread, batches, chains } = report;
  return {
    id: report.id,
    workflow_id: report.workflowId,
    run_id: report.runId,
    scope: report.scope,
    platform: report.platform,
    status: report.status,
    cancel_requested: report.cancelRequested,
    created_at: report.createdAt.toISOString(),
    completed_at: isoOf(report.completedAt),
    interval_hours: report.intervalHours,
    priority: report.priority,
    window: report.window,
    over_hours: spread?.overHours ?? null,
    batches: batches?.count ?? spread?.batches ?? null,
    batches_begun: batches?.begun ?? null,
    next_batch_at: isoOf(batches?.nextAt ?? null),
    chains_started: report.started,
    chains_running_before: report.alreadyRunning,
    chains_open: chains?.running ?? null,
    chains_completed: chains?.completed ?? null,
    chains_unconfirmed: chains?.unconfirmed ?? null,
    chains_failed: chains?.failed ?? null,
    summary: report.summary,
    error: report.error,
  };
}

/** Describes the progress of a fan-out for people; times are UTC. */
export function formatFanOut({ started, alreadyRunning, spread, batches, ...report }: FanOutReport): string {
  const chains =
    started === null
      ? 'no worker reports its progress'
      : `${started} chains started, ${alreadyRunning ?? 0} were running already`;
  return [
    chains,
    ...(spread === null ? [] : [describeBatches(spread, batches)]),
    ...(report.cancelRequested && report.status === 'running' ? ['its cancellation was requested'] : []),
  ].join('; ');
}

function describeBatches(
  { batches: count, overHours }: NonNullable<FanOutReport['spread']>,
  batches: FanOutReport['batches'],
): string {
  if (batches === null) return `${count} batches over ${overHours} hours`;
  const next = batches.nextAt === null ? '' : `, the next begins at ${formatMoment(batches.nextAt)}`;
  return `${batches.begun} of ${batches.count} batches over ${overHours} hours have begun${next}`;
}
