import { strikingStages } from './stage-faults.ts';
import { onlyOneAttempt, startsOf } from './stage-history.ts';

/** The name of the fault's figure. */
export const UNCLEAN_STOPS = 'workers that did not stop cleanly';

/** A rolling restart: the next worker already serves when the first one gets SIGTERM. */
export const SIGTERM_FAULT = strikingStages({
  name: 'worker-sigterm',
  about: 'SIGTERM to the worker in the middle of a stage; another one takes over.',
  roundSeconds: 60,
  strikes: 3,
  async hit({ scene, crawl, stage, release }) {
    const leaving = scene.worker.process();
    await scene.worker.start();
    const { code } = await leaving.stop();
    await release();
    return {
      missed: () => onlyOneAttempt(scene.world, crawl, stage),
      figures: async () => {
        const starts = await startsOf(scene.world, crawl, stage);
        // A worker that stops cleanly reports its attempt as failed, so Temporal need not wait for a heartbeat timeout.
        const wasHandedBack = starts.every(({ failedWith }) => failedWith !== 'timeout');
        return [{ name: UNCLEAN_STOPS, value: code === 0 && wasHandedBack ? 0 : 1 }];
      },
    };
  },
});
