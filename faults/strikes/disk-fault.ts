import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import { areClosed, untilClosed } from '../load/are-closed.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { Fault } from './fault.ts';
import { holdableStages, type Stage } from './hold-stage.ts';
import { strikingStages } from './stage-faults.ts';
import { endOf, isRetried, startsOf } from './stage-history.ts';

/** The size of the storage's disk: enough for the files of some hundred rounds, and for some downloads. It takes memory only as it fills. */
export const STORAGE_DISK_BYTES = 640 * 1024 * 1024;

/** The name of a figure: seconds from when the disk has space again until the failed stage is done. */
export const DISK_RECOVERY = 'disk full: going on, seconds';

/** The number of other stores that are crawled while the disk is full. */
const BESIDE = 2;

/** The stages that write files. */
const MOMENTS = ['fetch', 'images'] as const satisfies Stage[];

/** Fills the storage's disk. No worker is started afterwards, so a failed stage is either completed by the same process, or not at all. */
export const DISK_FAULT: Fault<Stage> = {
  ...strikingStages({
    name: 'disk-full',
    about:
      'The disk of the storage is full in the middle of a fetch or of pictures; it has space again when the attempt has failed.',
    roundSeconds: 100,
    strikes: 2,
    async hit({ scene, crawl, stage, release }) {
      const { world, requests, storageDisk: disk } = scene;
      if (disk === null) throw new Error('Expected the storage on a small disk');
      // The other crawls end first, because an ending crawl frees space that this stage could use.
      const others = () => requests.acknowledged.filter(({ runId }) => runId !== crawl.runId);
      await untilClosed(world, requests, crawl);
      await disk.fill();
      const stores = new Set(others().map(({ dispensaryId }) => dispensaryId));
      for (const store of [...stores].slice(0, BESIDE)) await requests.send(store).acknowledged;
      await release();
      await until(`the ${stage} of ${crawl.workflowId} has failed or ended`, async () => {
        return (await isRetried(world, crawl)) || (await endOf(world, crawl, stage)) !== null;
      });
      await disk.free();
      const freedAt = new Date();
      await until(`${crawl.workflowId} has ended`, () => areClosed(world, [crawl]));
      return {
        missed: async () =>
          (await findRecovery(world, crawl, stage)) === undefined
            ? `no attempt of the ${stage} of ${crawl.workflowId} has found the disk full`
            : null,
        async figures() {
          const doneAt = await findRecovery(world, crawl, stage);
          return doneAt === undefined
            ? []
            : [{ name: DISK_RECOVERY, value: (doneAt.getTime() - freedAt.getTime()) / 1_000 }];
        },
      };
    },
  }),
  fillsDisk: true,
  moments: MOMENTS,
  momentsOf: async ({ world }, store) => {
    const stages = await holdableStages(world, store);
    return MOMENTS.filter((moment) => stages.includes(moment));
  },
};

/** Returns the time at which the stage ended after an attempt that found the disk full; undefined if there was no such attempt. */
async function findRecovery(
  world: CrawlWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<Date | undefined> {
  const starts = await startsOf(world, crawl, stage);
  return starts.find(({ failedWith }) => failedWith === 'StorageFull')?.closedAt;
}
