import type { WorkflowHandle } from '@temporalio/client';
import type { LiveWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { Aim, Fault, Strike } from './fault.ts';
import { isGroupRunning } from '../../local/process-identity.ts';
import { holdableStages, holdStage, STAGES, type Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';
import { watchRestart, type StruckStage } from './stage-restart.ts';

/** The activity that runs a stage. */
const ACTIVITIES: Record<Stage, string> = {
  fetch: 'fetchMenu',
  ingest: 'ingestPayload',
  images: 'downloadImages',
};

/** Names of figures. */
export const SECONDS_BEYOND_HEARTBEAT = 'seconds beyond the heartbeat timeout until a stage runs again';
export const SECONDS_UNTIL_WORK_GOES_ON = 'seconds from PostgreSQL serving until a stage goes on';
export const DEAD_WORKERS = 'workers that died with PostgreSQL';

/** What happens while a stage of a crawl is under way. */
export interface Blow extends StruckStage {
  scene: Scene;
  /** Lets the stage go on. */
  release: () => Promise<void>;
}

type StageFault = Pick<Fault<Stage>, 'name' | 'about' | 'roundSeconds' | 'strikes' | 'leavesHeld'> & {
  /** Default: all stages. */
  moments?: readonly Stage[];
  /** Strikes, lets the stage go on and brings back what was struck. @returns how to find out whether it hit, and what it measured */
  hit: (blow: Blow) => Promise<StageStrike>;
};

/** `at` is given where the fault went on for a while: what it left behind may run out after its end. */
export type StageStrike = Pick<Strike, 'missed' | 'figures'> & Partial<Pick<Strike, 'at'>>;

/** The faults that strike in the middle of a stage. */
export const STAGE_FAULTS: Fault<Stage>[] = [
  {
    name: 'worker-kill',
    leavesHeld: true,
    about: 'kill -9 of the worker in the middle of a stage; another one is started at once.',
    // The pictures of the dead are claimed for two minutes.
    roundSeconds: 180,
    strikes: 6,
    async hit({ scene, crawl, stage, release }: Blow) {
      const { world } = scene;
      const restarted = await watchRestart(world, { crawl, stage });
      const killedAt = new Date();
      await scene.worker.kill();
      // Meanwhile the next strike comes: a killed worker is missed only after its heartbeat timeout.
      const seconds = restarted(killedAt);
      await release();
      await scene.worker.start();
      return {
        missed: () => onlyOneAttempt(world, crawl, stage),
        figures: async () => {
          const value = (await seconds) - (await heartbeatSecondsOf(world, crawl, stage));
          return [{ name: SECONDS_BEYOND_HEARTBEAT, value }];
        },
      };
    },
  },
  {
    name: 'postgres-kill',
    leavesHeld: true,
    about: 'kill -9 of PostgreSQL in the middle of a stage; it is back when the attempt has failed.',
    roundSeconds: 150,
    strikes: 4,
    async hit({ scene, crawl, stage, release }: Blow) {
      const { world } = scene;
      const worker = scene.worker.process().pid!;
      const restarted = await watchRestart(world, { crawl, stage });
      await scene.postgres.kill();
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has failed`, async () => {
        const { raw } = await handleOf(world, crawl).describe();
        return raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) > 1) ?? false;
      });
      await scene.postgres.start();
      const seconds = await restarted(new Date());
      return {
        missed: () => onlyOneAttempt(world, crawl, stage),
        figures: async () => [
          { name: SECONDS_UNTIL_WORK_GOES_ON, value: seconds },
          { name: DEAD_WORKERS, value: isGroupRunning(worker) ? 0 : 1 },
        ],
      };
    },
  },
  {
    name: 'temporal-kill',
    leavesHeld: true,
    about: 'kill -9 of Temporal in the middle of a stage; it is back when the stage has ended without it.',
    roundSeconds: 30,
    strikes: 4,
    async hit({ scene, crawl, stage, release }: Blow) {
      await scene.temporal.kill();
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has ended without Temporal`, async () => {
        return (await endOf(scene.world, crawl, stage)) !== null;
      });
      const backAt = new Date();
      await scene.temporal.start();
      return { missed: () => knownTooEarly(scene.world, { crawl, stage, backAt }) };
    },
  },
].map(strikingStages);

/** Makes a fault of what happens while a stage is held. */
export function strikingStages({ hit, moments = STAGES, ...fault }: StageFault): Fault<Stage> {
  return {
    ...fault,
    moments,
    async momentsOf({ world }, store) {
      const holdable = await holdableStages(world, store);
      return moments.filter((stage) => holdable.includes(stage));
    },
    async strike(scene: Scene, aim: Aim<Stage>) {
      const held = await holdStage(scene.world, aim);
      const crawl = await scene.requests.send(aim.store.dispensaryId).acknowledged;
      await held.underWay(crawl.runId);
      const at = new Date();
      const { release } = held;
      return { at, ...(await hit({ scene, crawl, stage: aim.moment, release })) };
    },
  };
}

/** An attempt whose worker or database was killed is repeated. @returns null, or that the stage was not */
export async function onlyOneAttempt(
  world: LiveWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<string | null> {
  const attempts = (await startsOf(world, crawl, stage)).map(({ attempt }) => attempt);
  if (Math.max(0, ...attempts) > 1) return null;
  return `the ${stage} of ${crawl.workflowId} was done in one attempt`;
}

/** A result that came while Temporal was away can be known to it only after it is back. */
async function knownTooEarly(
  world: LiveWorld,
  { crawl, stage, backAt }: { crawl: AcknowledgedCrawl; stage: Stage; backAt: Date },
): Promise<string | null> {
  const endedAt = await endOf(world, crawl, stage);
  const knownAt = (await startsOf(world, crawl, stage)).at(-1)?.closedAt;
  if (endedAt !== null && knownAt !== undefined && endedAt <= backAt && knownAt >= backAt) return null;
  return `the ${stage} of ${crawl.workflowId} ended at ${endedAt?.toISOString()}, and Temporal, back at ${backAt.toISOString()}, knew it at ${knownAt?.toISOString()}`;
}

/** When the last attempt of a stage began. */
export async function lastStartOf(world: LiveWorld, crawl: AcknowledgedCrawl, stage: Stage): Promise<Date> {
  const last = (await startsOf(world, crawl, stage)).at(-1);
  if (last === undefined) throw new Error(`The ${stage} of ${crawl.workflowId} has not begun`);
  return last.startedAt;
}

interface ActivityStart {
  attempt: number;
  /** The kind of failure of the previous attempt, `timeout` when Temporal ended it; null: this is the first. */
  failedWith: string | null;
  startedAt: Date;
  closedAt: Date | undefined;
}

/** The executions of a stage's activity, as the history of its workflow has them. */
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

/** How long a worker may be silent in a stage until Temporal gives it to another one, in seconds. */
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

/** When a stage ended, by the ledger. */
export async function endOf(
  { db }: LiveWorld,
  { runId }: AcknowledgedCrawl,
  stage: Stage,
): Promise<Date | null> {
  const row = await db
    .selectFrom('stage_runs')
    .innerJoin('crawl_runs', 'crawl_runs.id', 'crawl_run_id')
    .where('workflow_run_id', '=', runId)
    .where('stage', '=', stage)
    .select('stage_runs.ended_at')
    .executeTakeFirst();
  return row?.ended_at ?? null;
}

/** The workflow of a crawl. */
export function handleOf({ client }: LiveWorld, { workflowId, runId }: AcknowledgedCrawl) {
  return client.workflow.getHandle(workflowId, runId);
}
