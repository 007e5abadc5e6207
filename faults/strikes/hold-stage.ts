import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import type { LiveWorld } from '../world/crawl-world.ts';
import { takeLock } from '../world/database-lock.ts';
import { until } from '../world/until.ts';
import type { Aim, Store } from './fault.ts';

export const STAGES = ['fetch', 'ingest', 'images'] as const;

export type Stage = (typeof STAGES)[number];

/** A stage that cannot end before it is released. */
export interface HeldStage {
  /** Resolves when a worker is in the middle of the stage. */
  underWay: (runId: string) => Promise<void>;
  release: () => Promise<void>;
}

const PAGE_SIZE = 100;

/** Returns the stages of a store's next crawl that can be held. */
export async function holdableStages(world: LiveWorld, store: Store): Promise<Stage[]> {
  const pictures = await ownPictures(world, store);
  return STAGES.filter((stage) => stage !== 'images' || pictures.length > 0);
}

/**
 * Makes the store's next crawl stop in the middle of a stage, without touching the worker: the storefront does not answer, or a lock in
 * the database blocks.
 */
export async function holdStage(world: LiveWorld, aim: Aim<Stage>): Promise<HeldStage> {
  const held = await holdByMoment(world, aim);
  return {
    release: held.release,
    async underWay(runId) {
      await until(`the ${aim.moment} of dispensary ${aim.store.dispensaryId} is under way`, async () => {
        return (await isStageOpen(world, runId, aim.moment)) && (await held.isHeld(runId));
      });
    },
  };
}

/** Whether a stage of a run has begun and has not ended. */
export async function isStageOpen(world: LiveWorld, runId: string, stage: Stage): Promise<boolean> {
  return (await readStage(world, { runId }, stage))?.ended_at === null;
}

/** Reads a stage of a run from the ledger; undefined before it has begun. */
export function readStage(
  { db }: Pick<LiveWorld, 'db'>,
  { runId }: Pick<AcknowledgedCrawl, 'runId'>,
  stage: Stage,
) {
  return db
    .selectFrom('stage_runs')
    .innerJoin('crawl_runs', 'crawl_runs.id', 'crawl_run_id')
    .where('workflow_run_id', '=', runId)
    .where('stage', '=', stage)
    .select(['crawl_runs.fence', 'stage_runs.ended_at', 'stage_runs.worker'])
    .executeTakeFirst();
}

interface Hold {
  isHeld: (runId: string) => Promise<boolean>;
  release: () => Promise<void>;
}

async function holdByMoment(world: LiveWorld, { store, moment, random }: Aim<Stage>): Promise<Hold> {
  switch (moment) {
    case 'fetch': {
      const { platformId, products, inactiveProducts } = store.truth;
      const pages = Math.ceil((products.length + inactiveProducts.length) / PAGE_SIZE);
      const page = random.whole(0, Math.max(0, pages - 1));
      return holdRequest(world, { operation: 'FilteredProducts', dispensaryId: platformId, page });
    }
    case 'images': {
      const picture = random.pick(await ownPictures(world, store));
      await deletePicture(world, picture);
      const { host, pathname } = new URL(picture);
      return holdRequest(world, { host, pathPrefix: pathname });
    }
    case 'ingest':
      return holdIngests(world);
  }
}

type RequestMatch = Record<string, string | number>;

async function holdRequest(world: LiveWorld, match: RequestMatch): Promise<Hold> {
  const { last } = await world.control<{ last: number }>('GET', '/control/requests?since=1000000000');
  await world.control('POST', '/control/faults', { rules: [{ match, times: 1, action: { type: 'hold' } }] });
  const pairs = Object.entries(match).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams([...pairs, ['held', '1'], ['since', String(last)], ['timeoutMs', '100']]);
  return {
    isHeld: async () => {
      // The control server responds with an error while no request is held, so `isHeld` then rejects.
      await world.control('GET', `/control/wait?${query.toString()}`);
      return true;
    },
    release: async () => {
      await world.control('DELETE', '/control/faults');
    },
  };
}

/** Takes a lock for which every ingest waits when it writes its snapshots. */
async function holdIngests(world: LiveWorld): Promise<Hold> {
  // The first ingest of a month would create the month's partition outside its transaction, and wait there. So it is created here.
  await sql`select ensure_snapshot_partition(now())`.execute(world.db);
  const lock = await takeLock(world, 'lock table store_product_snapshots in share mode');
  return {
    // The lock does not show which ingest waits for it; the locked row of the run does.
    isHeld: async (runId) => (await lock.isWaitedFor()) && (await isRunLocked(world, runId)),
    release: () => lock.release(),
  };
}

/** Whether an ingest of the run is in its transaction. An ingest first locks its run's row. */
async function isRunLocked({ db }: LiveWorld, runId: string): Promise<boolean> {
  const free = await db
    .selectFrom('crawl_runs')
    .where('workflow_run_id', '=', runId)
    .select('id')
    .forKeyShare()
    .skipLocked()
    .execute();
  return free.length === 0;
}

/** Returns the pictures that only this store has: shared ones may be downloaded by another store. */
async function ownPictures(world: LiveWorld, { truth }: Store): Promise<string[]> {
  const { dispensaries } = await world.truth();
  const ofOthers = dispensaries.filter(({ platformId }) => platformId !== truth.platformId);
  const shared = new Set(ofOthers.flatMap(({ products }) => products.map(({ imageUrl }) => imageUrl)));
  return truth.products.flatMap(({ imageUrl, imageOk }) =>
    imageOk && imageUrl !== null && !shared.has(imageUrl) ? [imageUrl] : [],
  );
}

/**
 * Deletes a picture and its file, so that the store's next crawl downloads it again. If the file stayed and the download failed, no row
 * would name the file.
 */
async function deletePicture({ db, storageRoot }: LiveWorld, url: string): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    with known as (
      select id, local_image_path from store_products where image_url = ${url} and local_image_path is not null
    ), shown as (
      update store_products product set local_image_path = null from known where product.id = known.id
    ), kept as (
      delete from image_files where url = ${url} returning path
    )
    select local_image_path as path from known union select path from kept where path is not null
  `.execute(db);
  for (const { path } of rows) await rm(join(storageRoot, path), { force: true });
}
