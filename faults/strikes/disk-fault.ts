import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import { areClosed, untilClosed } from '../load/are-closed.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { until } from '../world/until.ts';
import type { Fault } from './fault.ts';
import { holdableStages, type Stage } from './hold-stage.ts';
import { strikingStages } from './stage-faults.ts';
import { endOf, isRetried, startsOf } from './stage-history.ts';

/** Room for the payloads and pictures of some hundred rounds; it uses memory only as it fills. */
export const STORAGE_DISK_BYTES = 256 * 1024 * 1024;

/** Seconds from when the disk has space again until the stage that failed is done. */
export const DISK_RECOVERY = 'disk full: going on, seconds';

/** How many other stores to crawl while the disk is full. */
const BESIDE = 2;

/** The stages that write files. */
const MOMENTS = ['fetch', 'images'] as const satisfies Stage[];

/**
 * Fills the storage's disk. No worker is started afterwards, so the failed stages are done by the process that found the disk
 * full, or not at all.
 */
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
      // Other crawls end first: an ending crawl frees space that this stage could use.
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

/** When the stage ended after an attempt that found the disk full; undefined without such an attempt. */
async function findRecovery(
  world: CrawlWorld,
  crawl: AcknowledgedCrawl,
  stage: Stage,
): Promise<Date | undefined> {
  const starts = await startsOf(world, crawl, stage);
  return starts.find(({ failedWith }) => failedWith === 'StorageFull')?.closedAt;
}
