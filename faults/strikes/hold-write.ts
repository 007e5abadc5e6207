import { untilClosed } from '../load/are-closed.ts';
import { takeLock, type DatabaseLock } from '../world/database-lock.ts';
import { until } from '../world/until.ts';
import type { Aim } from './fault.ts';
import { holdStage, isStageOpen, type HeldStage, type Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';

/** The stage in which each moment is. */
export const FREEZE_STAGES = {
  fetch: 'fetch',
  'before the payload file': 'fetch',
  'before the payload row': 'fetch',
  'before the ingest': 'ingest',
  'in the transaction of the ingest': 'ingest',
  // Once it has the picture that it waits for, the attempt writes the picture's file and row.
  images: 'images',
} as const satisfies Record<string, Stage>;

export type FreezeMoment = keyof typeof FREEZE_STAGES;

/** The last read of an attempt before its write. The read is outside a transaction, so the attempt holds nothing while it waits there. */
const LAST_READS = {
  // The judge of the menu reads the store's history.
  'before the payload file': { table: 'raw_crawl_payloads', statement: '%ingest_counts ->>%' },
  'before the payload row': { table: 'stage_runs', statement: '%platformDispensaryId%' },
};

/** Makes a store's next crawl wait in the middle of a stage, or directly before a write. */
export async function holdMoment(scene: Scene, { moment, ...aim }: Aim<FreezeMoment>): Promise<HeldStage> {
  const { world } = scene;
  switch (moment) {
    case 'fetch':
    case 'in the transaction of the ingest':
    case 'images':
      return holdStage(world, { ...aim, moment: FREEZE_STAGES[moment] });
    case 'before the payload file':
    case 'before the payload row':
      // A table lock does not show whose statement waits for it, so no other crawl may be open.
      await untilClosed(scene.world, scene.requests);
      return holdLastRead(scene, { ...aim, moment });
    case 'before the ingest':
      await untilClosed(scene.world, scene.requests);
      return holdBeforeIngest(scene);
  }
}

async function holdLastRead(
  { world }: Scene,
  { moment, ...aim }: Aim<keyof typeof LAST_READS>,
): Promise<HeldStage> {
  const { table, statement } = LAST_READS[moment];
  // Every crawl reads the same tables at the start of the stage, so the lock comes only after this crawl has passed that point.
  const page = await holdStage(world, { ...aim, moment: 'fetch' });
  let lock: DatabaseLock | undefined;
  return {
    async underWay(runId) {
      await page.underWay(runId);
      const held = await takeLock(world, `lock table ${table} in access exclusive mode`);
      lock = held;
      await page.release();
      await until(`the fetch waits ${moment}`, () => held.isWaitedFor({ like: statement }));
    },
    release: async () => lock?.release(),
  };
}

/**
 * Makes the ingest wait before its start, where it reads its payload's row. The lock against this read must come after the fetch has
 * inserted the row, and before the ingest begins. So a weaker lock first makes the fetch wait: its insert is then ahead of the stronger
 * lock in the queue.
 */
async function holdBeforeIngest({ world }: Scene): Promise<HeldStage> {
  const inserts = await takeLock(world, 'lock table raw_crawl_payloads in share mode');
  let reads: DatabaseLock | undefined;
  return {
    async underWay(runId) {
      await until('the fetch waits to write the row of its payload', () => inserts.isWaitedFor());
      const queued = takeLock(world, 'lock table raw_crawl_payloads in access exclusive mode');
      await until('the lock of the payloads is queued', () =>
        inserts.isWaitedFor({ like: '%access exclusive%' }),
      );
      await inserts.release();
      const held = await queued;
      reads = held;
      await until('the ingest waits to read its payload', async () => {
        return (await isStageOpen(world, runId, 'ingest')) && (await held.isWaitedFor());
      });
    },
    release: async () => reads?.release(),
  };
}
