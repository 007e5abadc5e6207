import type { LiveWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { Aim, Fault, Strike } from './fault.ts';
import { isGroupRunning } from '../../local/process-identity.mjs';
import { holdableStages, holdStage, STAGES, type Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';
import { endOf, heartbeatSecondsOf, isRetried, onlyOneAttempt, startsOf } from './stage-history.ts';
import { watchRestart, type StruckStage } from './stage-restart.ts';

/** The names of the figures. */
export const SECONDS_BEYOND_HEARTBEAT = 'seconds beyond the heartbeat timeout until a stage runs again';
export const SECONDS_UNTIL_WORK_GOES_ON = 'seconds from the restart of PostgreSQL until a stage continues';
export const DEAD_WORKERS = 'workers that died with PostgreSQL';

/** A stage of a crawl that is struck now. */
export interface Blow extends StruckStage {
  scene: Scene;
  /** Releases the stage. */
  release: () => Promise<void>;
}

type StageFault = Pick<Fault<Stage>, 'name' | 'about' | 'roundSeconds' | 'strikes' | 'leavesHeld'> & {
  /** The stages that the fault can strike; default: all. */
  moments?: readonly Stage[];
  /** Strikes, releases the stage and restores what was struck. @returns how to find out whether the strike hit, and its figures */
  hit: (blow: Blow) => Promise<StageStrike>;
};

export type StageStrike = Pick<Strike, 'missed' | 'figures'>;

/** The faults that strike in the middle of a stage. */
export const STAGE_FAULTS: Fault<Stage>[] = [
  {
    name: 'worker-kill',
    leavesHeld: true,
    about: 'kill -9 of the worker in the middle of a stage; another one is started at once.',
    // Claims of a killed worker on pictures last two minutes.
    roundSeconds: 240,
    strikes: 8,
    async hit({ scene, crawl, stage, release }: Blow) {
      const { world } = scene;
      const restarted = await watchRestart(world, { crawl, stage });
      const killedAt = new Date();
      await scene.worker.kill();
      // Not awaited: Temporal notices a killed worker only after the heartbeat timeout, and the next strike comes before that.
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
    roundSeconds: 180,
    strikes: 14,
    async hit({ scene, crawl, stage, release }: Blow) {
      const { world } = scene;
      const worker = scene.worker.process().pid!;
      const restarted = await watchRestart(world, { crawl, stage });
      await scene.postgres.kill();
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has failed`, () => isRetried(world, crawl));
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
    roundSeconds: 80,
    strikes: 18,
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

/** Creates a fault from a strike on a held stage. */
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
      return hit({ scene, crawl, stage: aim.moment, release: held.release });
    },
  };
}

/**
 * Checks that the stage ended during Temporal's downtime, so that Temporal learned of it only once it was back. @returns how the times
 * contradict this, or null
 */
async function knownTooEarly(
  world: LiveWorld,
  { crawl, stage, backAt }: { crawl: AcknowledgedCrawl; stage: Stage; backAt: Date },
): Promise<string | null> {
  const endedAt = await endOf(world, crawl, stage);
  const knownAt = (await startsOf(world, crawl, stage)).at(-1)?.closedAt;
  if (endedAt !== null && knownAt !== undefined && endedAt <= backAt && knownAt >= backAt) return null;
  return `the ${stage} of ${crawl.workflowId} ended at ${endedAt?.toISOString()}, and Temporal, back at ${backAt.toISOString()}, knew it at ${knownAt?.toISOString()}`;
}
