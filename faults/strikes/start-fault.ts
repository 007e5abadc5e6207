import { isRunning, type ProcessIdentity } from '../../local/process-identity.mjs';
import type { StartScene } from '../world/start-world.ts';
import { until } from '../world/until.ts';
import type { Fault } from './fault.ts';
import { holdableStages, holdStage, STAGES, type Stage } from './hold-stage.ts';
import { lastStartOf, onlyOneAttempt } from './stage-history.ts';

/** The names of the figures. */
export const PROCESSES_LEFT = 'processes left by a killed npm start';
export const GOING_ON_SECONDS = 'seconds from the next npm start to the stage going on';

/** How long the processes may take to end: PostgreSQL first writes a checkpoint of what it has in memory. */
const ENDED_WITHIN_MS = 15_000;

/** Kills `npm start` in the middle of a stage. Its servers, its worker and its API must end with it. */
export const START_FAULT: Fault<Stage, StartScene> = {
  name: 'start-kill',
  leavesHeld: true,
  about: 'kill -9 of `npm start` in the middle of a stage; it is started again over the same data.',
  world: 'start',
  moments: STAGES,
  roundSeconds: 300,
  strikes: 5,
  momentsOf: ({ world }, store) => holdableStages(world, store),
  async strike({ world, start, requests }, aim) {
    // The hold needs no release, because it ends with the sandbox or with PostgreSQL.
    const held = await holdStage(world, aim);
    const crawl = await requests.send(aim.store.dispensaryId).acknowledged;
    await held.underWay(crawl.runId);
    const processes = await start.processes();
    await start.kill();
    const left = await countLeft(processes);
    const startedAt = new Date();
    await start.start();
    return {
      missed: () => onlyOneAttempt(world, crawl, aim.moment),
      figures: async () => {
        const goingOnAt = await lastStartOf(world, crawl, aim.moment);
        return [
          { name: PROCESSES_LEFT, value: left },
          { name: GOING_ON_SECONDS, value: (goingOnAt.getTime() - startedAt.getTime()) / 1_000 },
        ];
      },
    };
  },
};

/** Counts the processes that have not ended by themselves in time. Must run before the next start, which would end them, too. */
async function countLeft(processes: ProcessIdentity[]): Promise<number> {
  const left = () => processes.filter(isRunning).length;
  await until('its processes have ended', () => left() === 0, { timeoutMs: ENDED_WITHIN_MS }).catch(
    () => undefined,
  );
  return left();
}
