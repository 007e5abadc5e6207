import type { WorkflowHandle } from '@temporalio/client';

/** What a workflow's history shows about its cost. */
export interface ChainHistory {
  events: number;
  /** Billable actions as Temporal Cloud counts them, if they leave an event: heartbeats do not. */
  actions: number;
  /** When the first activity began, in milliseconds since the epoch. */
  firstStartMs: number;
  /** The time in which each activity ran. */
  spans: Span[];
}

export interface Span {
  fromMs: number;
  toMs: number;
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/**
 * Counts as Temporal Cloud's list of billable actions does: one for the start, each activity and each attempt after its first,
 * each upsert of search attributes (those of the start are free), each timer, signal and marker.
 */
export function readChainHistory({ events }: History): ChainHistory {
  const all = events ?? [];
  const startedAt = new Map(
    all
      .filter((event) => event.activityTaskStartedEventAttributes)
      .map((event) => [idOf(event), timeOf(event)]),
  );
  const spans = all.flatMap((event) => {
    const closed = event.activityTaskCompletedEventAttributes ?? event.activityTaskFailedEventAttributes;
    const fromMs = closed ? startedAt.get(Number(closed.startedEventId)) : undefined;
    return fromMs === undefined ? [] : [{ fromMs, toMs: timeOf(event) }];
  });
  return {
    events: all.length,
    actions: all.reduce((sum, event) => sum + actionsOf(event), 0),
    firstStartMs: Math.min(...startedAt.values()),
    spans,
  };
}

function actionsOf(event: HistoryEvent): number {
  // Failed attempts that are retried leave no event of their own.
  const started = event.activityTaskStartedEventAttributes;
  if (started) return (started.attempt ?? 1) - 1;
  return event.workflowExecutionStartedEventAttributes ||
    event.activityTaskScheduledEventAttributes ||
    event.upsertWorkflowSearchAttributesEventAttributes ||
    event.timerStartedEventAttributes ||
    event.workflowExecutionSignaledEventAttributes ||
    event.markerRecordedEventAttributes
    ? 1
    : 0;
}

const idOf = ({ eventId }: HistoryEvent): number => Number(eventId);

function timeOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;
}

/** Returns the largest number of spans at the same time. */
export function mostAtOnce(spans: Span[]): number {
  const changes = spans
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, by: 1 },
      { atMs: toMs, by: -1 },
    ])
    // A span's end at a moment comes before another's start at the same moment.
    .toSorted((a, b) => a.atMs - b.atMs || a.by - b.by);
  let running = 0;
  return changes.reduce((most, { by }) => Math.max(most, (running += by)), 0);
}
