import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startPeer } from '../../bench/chain-drivers.ts';
import type { PeerName } from '../../bench/chain-peer/messages.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test.each<PeerName>(['graphile-worker', 'loop'])(
  '%s runs whole chains with the activities of a worker, and tells of one that fails',
  async (name) => {
    const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
    const { dispensary } = await addLargestDispensary(world);
    const peer = await startPeer(name, world.workerEnv);
    onTestFinished(() => peer.stop());

    await peer.crawl([dispensary]);
    const { rows } = await sql`
      select status, stage, outcome from crawl_runs join stage_runs on stage_runs.crawl_run_id = crawl_runs.id
      order by stage_runs.started_at
    `.execute(world.db);
    expect(rows).toEqual(
      ['fetch', 'ingest', 'images'].map((stage) => ({ status: 'completed', stage, outcome: 'completed' })),
    );

    const unknown = { ...dispensary, id: 4_711 };
    await expect(peer.crawl([unknown])).rejects.toThrow(
      `A chain on ${name} failed: There is no dispensary 4711.`,
    );
  },
);
