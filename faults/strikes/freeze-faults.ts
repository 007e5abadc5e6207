import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from '../../local/managed-process.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import { freezeProcess } from '../world/freeze-process.ts';
import { until } from '../world/until.ts';
import { staleWrites, wasTakenOver } from '../world/write-log.ts';
import type { Fault, Figure } from './fault.ts';
import { holdableStages, type Stage } from './hold-stage.ts';
import { FREEZE_STAGES, holdMoment, type FreezeMoment } from './hold-write.ts';
import type { Scene } from './scene.ts';
import { endOf, heartbeatSecondsOf, onlyOneAttempt } from './stage-history.ts';

/** The names of the figures of a freeze. */
export const FREEZE_FIGURES = {
  staleWrites: 'writes of stale attempts',
  takenOver: 'attempts that were taken over while they were frozen',
};

/** For the estimate: the longest heartbeat timeout of a stage, after which another worker takes over. */
const TAKEN_OVER_MS = 60_000;

interface Freeze {
  name: string;
  /** How long the worker is frozen; absent: until another worker has taken over the stage. */
  ms?: number;
  /** The moments of the freeze; default: all. */
  moments?: readonly FreezeMoment[];
  /** The number of strikes of a round; default: one for each moment. */
  strikes?: number;
}

/** Freezes a stage's worker while another worker runs. The other one takes over the stage if heartbeats are missing for long enough. */
export function freezing({
  name,
  ms,
  moments = MOMENTS,
  strikes = moments.length,
}: Freeze): Fault<FreezeMoment> {
  return {
    name,
    about: `SIGSTOP of the worker in the middle of a stage or directly before it writes; it continues ${ms === undefined ? 'when another worker has taken over' : `after ${ms / 1_000} s, beside another worker`}.`,
    moments,
    leavesHeld: true,
    roundSeconds: 60 + strikes * Math.round((ms ?? TAKEN_OVER_MS) / 1_000 + 15),
    strikes,
    async momentsOf({ world }, store) {
      const holdable = await holdableStages(world, store);
      return moments.filter((moment) => holdable.includes(FREEZE_STAGES[moment]));
    },
    async strike(scene, aim) {
      const stage = FREEZE_STAGES[aim.moment];
      const held = await holdMoment(scene, aim);
      const crawl = await scene.requests.send(aim.store.dispensaryId).acknowledged;
      await held.underWay(crawl.runId);
      const worker = scene.worker.process();
      const thaw = await freezeProcess(worker.pid!);
      const at = new Date();
      // Lets go of what the frozen attempt waits for, so that the attempt continues when it wakes up.
      await held.release();
      await scene.worker.start();
      const frozen = { scene, crawl, stage, worker, at };
      if (ms === undefined)
        await until('another worker has taken over', () => isTakenOver(frozen, new Date()));
      else await sleep(at.getTime() + ms - Date.now());
      const thawedAt = new Date();
      thaw();
      await until(`the ${stage} of ${crawl.workflowId} has ended`, async () => {
        return (await endOf(scene.world, crawl, stage)) !== null;
      });
      // Stops the thawed worker, whose stale attempt gets the grace period to finish its write.
      await worker.stop();
      return { missed: () => notFrozen(frozen, thawedAt), figures: () => measure(frozen, thawedAt) };
    },
  };
}

const MOMENTS = Object.keys(FREEZE_STAGES) as FreezeMoment[];

export const FREEZE_FAULTS: Fault[] = [
  freezing({ name: 'freeze-35s', ms: 35_000 }),
  // Two minutes are long enough for another worker to take over at every moment.
  freezing({ name: 'freeze-2min', ms: 120_000, strikes: 8 }),
];

interface FrozenStage {
  scene: Scene;
  crawl: AcknowledgedCrawl;
  stage: Stage;
  worker: ManagedProcess;
  /** When the stage's worker was frozen. */
  at: Date;
}

/**
 * Checks that the stage was frozen. If the freeze was longer than the heartbeat timeout, Temporal has given the stage to another worker.
 * A shorter freeze shows in the stage's end time.
 * @returns why nothing shows that the stage was frozen, or null
 */
async function notFrozen({ scene, crawl, stage, at }: FrozenStage, thawedAt: Date): Promise<string | null> {
  const notRepeated = await onlyOneAttempt(scene.world, crawl, stage);
  const heartbeatMs = 1_000 * (await heartbeatSecondsOf(scene.world, crawl, stage));
  if (notRepeated === null || thawedAt.getTime() - at.getTime() > heartbeatMs) return notRepeated;
  const endedAt = await endOf(scene.world, crawl, stage);
  if (endedAt !== null && endedAt >= thawedAt) return null;
  return `the ${stage} of ${crawl.workflowId} ended at ${endedAt?.toISOString()}, and its worker was frozen until ${thawedAt.toISOString()}`;
}

async function measure(frozen: FrozenStage, thawedAt: Date): Promise<Figure[]> {
  const { scene, crawl, stage } = frozen;
  const takenOver = await isTakenOver(frozen, thawedAt);
  const figures: Figure[] = [{ name: FREEZE_FIGURES.takenOver, value: takenOver ? 1 : 0 }];
  // The attempt is stale only if another worker took over. Pictures have no fence, since every attempt writes the same bytes.
  if (takenOver && stage !== 'images')
    figures.push({
      name: FREEZE_FIGURES.staleWrites,
      value: (await staleWrites(scene.world.db, crawl.runId)).length,
    });
  return figures;
}

function isTakenOver({ scene, crawl, worker }: FrozenStage, by: Date): Promise<boolean> {
  return wasTakenOver(scene.world.db, crawl.runId, { worker: worker.name, by });
}
