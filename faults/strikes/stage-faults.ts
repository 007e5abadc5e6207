import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { Aim, Fault, Strike } from './fault.ts';
import { holdableStages, holdStage, STAGES, type Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';

/** The activity that runs a stage. */
const ACTIVITIES: Record<Stage, string> = {
  fetch: 'fetchMenu',
  ingest: 'ingestPayload',
  images: 'downloadImages',
};

/** What happens while a stage of a crawl is under way. */
export interface Blow {
  scene: Scene;
  crawl: AcknowledgedCrawl;
  stage: Stage;
  /** Lets the stage go on. */
  release: () => Promise<void>;
}

type StageFault = Pick<Fault<Stage>, 'name' | 'about' | 'roundSeconds' | 'strikes'> & {
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
    about: 'kill -9 of the worker in the middle of a stage; another one is started at once.',
    // The pictures of the dead are claimed for two minutes.
    roundSeconds: 145,
    strikes: 6,
    async hit({ scene, crawl, stage, release }: Blow) {
      await scene.worker.kill();
      await release();
      await scene.worker.start();
      return { missed: () => onlyOneAttempt(scene.world, crawl, stage) };
    },
  },
  {
    name: 'postgres-kill',
    about: 'kill -9 of PostgreSQL in the middle of a stage; it is back when the attempt has failed.',
    roundSeconds: 130,
    strikes: 4,
    async hit({ scene, crawl, stage, release }: Blow) {
      await scene.postgres.kill();
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has failed`, async () => {
        const { raw } = await handleOf(scene.world, crawl).describe();
        return raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) > 1) ?? false;
      });
      await scene.postgres.start();
      return { missed: () => onlyOneAttempt(scene.world, crawl, stage) };
    },
  },
  {
    name: 'temporal-kill',
    about: 'kill -9 of Temporal in the middle of a stage; it is back when the stage has ended without it.',
    roundSeconds: 90,
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
  world: CrawlWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<string | null> {
  const attempts = (await startsOf(world, crawl, stage)).map(({ attempt }) => attempt);
  if (Math.max(0, ...attempts) > 1) return null;
  return `the ${stage} of ${crawl.workflowId} was done in one attempt`;
}

/** A result that came while Temporal was away can be known to it only after it is back. */
async function knownTooEarly(
  world: CrawlWorld,
  { crawl, stage, backAt }: { crawl: AcknowledgedCrawl; stage: Stage; backAt: Date },
): Promise<string | null> {
  const endedAt = await endOf(world, crawl, stage);
  const knownAt = (await startsOf(world, crawl, stage)).at(-1)?.closedAt;
  if (endedAt !== null && knownAt !== undefined && endedAt <= backAt && knownAt >= backAt) return null;
  return `the ${stage} of ${crawl.workflowId} ended at ${endedAt?.toISOString()}, and Temporal, back at ${backAt.toISOString()}, knew it at ${knownAt?.toISOString()}`;
}

interface ActivityStart {
  attempt: number;
  closedAt: Date | undefined;
}

/** The executions of a stage's activity, as the history of its workflow has them. */
async function startsOf(world: CrawlWorld, crawl: AcknowledgedCrawl, stage: Stage): Promise<ActivityStart[]> {
  const { events } = await handleOf(world, crawl).fetchHistory();
  const scheduled = new Set(
    events
      ?.filter(
        ({ activityTaskScheduledEventAttributes: task }) => task?.activityType?.name === ACTIVITIES[stage],
      )
      .map(({ eventId }) => Number(eventId)),
  );
  const ends = new Map(
    events?.map(({ activityTaskCompletedEventAttributes: end, eventTime }) => [
      Number(end?.startedEventId),
      new Date(Number(eventTime?.seconds) * 1_000 + (eventTime?.nanos ?? 0) / 1e6),
    ]),
  );
  return (events ?? []).flatMap(({ eventId, activityTaskStartedEventAttributes: start }) =>
    start && scheduled.has(Number(start.scheduledEventId))
      ? [{ attempt: start.attempt ?? 1, closedAt: ends.get(Number(eventId)) }]
      : [],
  );
}

/** How long a worker may be silent in a stage until Temporal gives it to another one. */
export async function heartbeatTimeoutMs(
  world: CrawlWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<number> {
  const { events } = await handleOf(world, crawl).fetchHistory();
  const task = events
    ?.map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)
    .find((scheduled) => scheduled?.activityType?.name === ACTIVITIES[stage]);
  return Number(task?.heartbeatTimeout?.seconds) * 1_000;
}

/** When a stage ended, by the ledger. */
export async function endOf(
  { db }: CrawlWorld,
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
export function handleOf({ client }: CrawlWorld, { workflowId, runId }: AcknowledgedCrawl) {
  return client.workflow.getHandle(workflowId, runId);
}
