import type { WorkflowHandle } from '@temporalio/client';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { LiveWorld } from '../world/crawl-world.ts';
import { readStage, type Stage } from './hold-stage.ts';

/** The activity that runs each stage. */
const ACTIVITIES: Record<Stage, string> = {
  fetch: 'fetchMenu',
  ingest: 'ingestPayload',
  images: 'downloadImages',
};

/**
 * Checks that a stage was retried, as it must be after its worker or the database was killed. @returns null, or a message that the stage
 * had only one attempt
 */
export async function onlyOneAttempt(
  world: LiveWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<string | null> {
  const attempts = (await startsOf(world, crawl, stage)).map(({ attempt }) => attempt);
  if (Math.max(0, ...attempts) > 1) return null;
  return `the ${stage} of ${crawl.workflowId} was done in one attempt`;
}

/** Whether an attempt of the pending activity has failed. */
export async function isRetried(world: LiveWorld, crawl: AcknowledgedCrawl): Promise<boolean> {
  const { raw } = await handleOf(world, crawl).describe();
  return raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) > 1) ?? false;
}

/** Returns the time at which the last attempt of a stage began. Throws if the stage has not begun. */
export async function lastStartOf(world: LiveWorld, crawl: AcknowledgedCrawl, stage: Stage): Promise<Date> {
  const last = (await startsOf(world, crawl, stage)).at(-1);
  if (last === undefined) throw new Error(`The ${stage} of ${crawl.workflowId} has not begun`);
  return last.startedAt;
}

interface ActivityStart {
  attempt: number;
  /** The kind of the previous attempt's failure, which is `timeout` if Temporal timed it out; null for the first attempt. */
  failedWith: string | null;
  startedAt: Date;
  closedAt: Date | undefined;
}

/** Returns the starts of a stage's activity, from the workflow's history. */
export async function startsOf(
  world: LiveWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<ActivityStart[]> {
  const { events } = await handleOf(world, crawl).fetchHistory();
  const scheduled = new Set(events?.filter(schedules(stage)).map(({ eventId }) => Number(eventId)));
  const ends = new Map(
    events?.map(({ activityTaskCompletedEventAttributes: end, eventTime }) => [
      Number(end?.startedEventId),
      timeOf(eventTime),
    ]),
  );
  return (events ?? []).flatMap(({ eventId, eventTime, activityTaskStartedEventAttributes: start }) =>
    start && scheduled.has(Number(start.scheduledEventId))
      ? [
          {
            attempt: start.attempt ?? 1,
            failedWith: start.lastFailure
              ? start.lastFailure.timeoutFailureInfo
                ? 'timeout'
                : (start.lastFailure.applicationFailureInfo?.type ?? 'other')
              : null,
            startedAt: timeOf(eventTime),
            closedAt: ends.get(Number(eventId)),
          },
        ]
      : [],
  );
}

/** Returns the heartbeat timeout of a stage's activity in seconds. */
export async function heartbeatSecondsOf(
  world: LiveWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<number> {
  const { events } = await handleOf(world, crawl).fetchHistory();
  const scheduled = events?.find(schedules(stage))?.activityTaskScheduledEventAttributes;
  return Number(scheduled?.heartbeatTimeout?.seconds);
}

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

function schedules(stage: Stage) {
  return ({ activityTaskScheduledEventAttributes: task }: HistoryEvent): boolean =>
    task?.activityType?.name === ACTIVITIES[stage];
}

function timeOf(
  time: { seconds?: { toString(): string } | null; nanos?: number | null } | null | undefined,
): Date {
  return new Date(Number(time?.seconds) * 1_000 + (time?.nanos ?? 0) / 1e6);
}

/** Returns the time at which a stage ended, according to the ledger; null if it has not ended. */
export async function endOf(world: LiveWorld, crawl: AcknowledgedCrawl, stage: Stage): Promise<Date | null> {
  return (await readStage(world, crawl, stage))?.ended_at ?? null;
}

function handleOf({ client }: LiveWorld, { workflowId, runId }: AcknowledgedCrawl) {
  return client.workflow.getHandle(workflowId, runId);
}
