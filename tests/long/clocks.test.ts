import { expect, test } from 'vitest';
import { startCrawl, type NamedDispensary } from '../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runProgram } from '../support/run-program.ts';
import { setClock } from '../support/set-clock.ts';
import { untilWorker } from '../support/worker-rows.ts';
import { createCatalogModel, differences } from '../../faults/check/catalog-model.ts';
import { readCatalog } from '../../faults/check/read-catalog.ts';

const HOURS_2 = 7_200_000;

test('stock and prices are right after crawls by a worker whose clock is wrong and by others in turn; far off, it takes nothing', async () => {
  const world = await createCrawlWorld({ dispensaries: 3, products: 40 });
  const stores = await addNamedDispensaries(world);
  const model = createCatalogModel();
  const crawl = () => startAll(world, stores);
  const expectTruth = async () => {
    model.crawl(await world.truth());
    expect(differences(model.expected(), await readCatalog(world.db))).toEqual([]);
  };
  const clock = await setClock(HOURS_2);
  const wrong = await world.startWorker('wrong', {
    ...clock.env,
    HEARTBEAT_INTERVAL_MS: '500',
    BACKOFF_DURATION_MS: '500',
  });
  const hasStopped = await untilWorker(world, 'wrong', ({ status }) => status === 'backing_off');
  expect(hasStopped.resources.backoff_reason).toMatch(
    /^Clock 7\d\d\d\.\d s ahead of the database's \(limit: 60 s\)$/,
  );
  expect(Math.abs(hasStopped.clock_ahead_ms! - HOURS_2)).toBeLessThan(5_000);
  await expectReports(world);

  let right = await world.startWorker('right');
  await (
    await crawl()
  ).done;
  await expectTruth();
  expect(await workersOfFetches(world)).toEqual(['right', 'right', 'right']);
  await right.stop();

  // A worker whose clock is less than a minute ahead still works. Its payload must not make the next crawl look old.
  await world.evolve();
  const waiting = await crawl();
  await clock.setAhead(50_000);
  await waiting.done;
  await expectTruth();
  expect(await workersOfFetches(world)).toEqual(['wrong', 'wrong', 'wrong']);
  await wrong.stop();

  await world.evolve();
  right = await world.startWorker('right');
  await (
    await crawl()
  ).done;
  await expectTruth();
});

async function startAll({ client }: CrawlWorld, stores: NamedDispensary[]) {
  const started = await Promise.all(stores.map((store) => startCrawl(client, store, { images: false })));
  return { done: Promise.all(started.map(({ handle }) => handle.result())) };
}

/** Returns the workers that fetched the last payload of each store. */
async function workersOfFetches({ db }: CrawlWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('stage_runs')
    .innerJoin('crawl_runs as run', 'run.id', 'crawl_run_id')
    .where('stage', '=', 'fetch')
    .distinctOn('run.dispensary_id')
    .orderBy('run.dispensary_id')
    .orderBy('run.id', 'desc')
    .select('worker')
    .execute();
  return rows.map(({ worker }) => worker);
}

/** Expects that all commands that an operator uses report the wrong clock. */
async function expectReports(world: CrawlWorld): Promise<void> {
  const { url } = await startApiServer({ ...world, isFollowed: false });
  const env = { ...world.workerEnv, CRAWLCHAIN_URL: url };
  const [list, status, doctor] = await Promise.all(
    [['workers', 'list'], ['status'], ['doctor']].map((text) => runProgram('cli/main.ts', text, env)),
  );
  const text = /clock is 7\d\d\d\.\d s ahead of the database's/;
  expect(list?.stdout).toMatch(text);
  expect(status?.stdout).toMatch(text);
  expect(doctor?.stdout).toMatch(
    /✗ clock: workers +wrong: its clock is 7\d\d\d\.\d s ahead of the database's; it takes no new work/,
  );
}
