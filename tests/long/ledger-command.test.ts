import { expect, test } from 'vitest';
import { startCrawl, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { withoutFields } from '../../db/keyset-page.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { expectRuns, readRuns } from '../support/keep-ledger.ts';
import { runProgram } from '../support/run-program.ts';

async function commandOf(world: CrawlWorld) {
  const { databaseUrl, temporalAddress, namespace } = world;
  const { url: CRAWLCHAIN_URL } = await startApiServer({ ...world, isFollowed: false });
  const servers = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
  };
  return {
    status: (...text: string[]) =>
      runProgram('cli/main.ts', ['ledger', 'status', ...text], { CRAWLCHAIN_URL }),
    rebuild: (...text: string[]) => runProgram('cli/main.ts', ['ledger', 'rebuild', ...text], servers),
  };
}

const BEGUN = { worker: 'worker-1', started_at: expect.any(Date) };

test('a worker follows Temporal, and a ledger that was emptied by hand is rebuilt with all that it had', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { db, client } = world;
  const [store] = await addNamedDispensaries(world);
  const ledger = await commandOf(world);
  const before = await ledger.status();
  expect(before.stdout).toContain('nothing was read yet');
  expect(before.stdout).toContain('followed by: no process');
  await world.startWorker();
  await startCrawl(client, store!, { images: false, priority: 20 });
  await waitForCrawl(client, store!.id);
  const sweep = await client.workflow.start('sweepStorage', {
    taskQueue: 'nobody',
    workflowId: 'by-hand',
    args: [],
  });
  await expectRuns(db).toMatchObject([
    { workflow_id: 'by-hand' },
    { workflow_id: `crawl/${store!.id}`, priority: 20 },
  ]);
  await sweep.terminate('a test');
  await expectRuns(db).toMatchObject([{ ended_as: 'failed' }, { ended_as: 'completed' }]);
  const status = JSON.parse((await ledger.status('--json')).stdout) as object;
  expect(status).toMatchObject({
    open_runs: 0,
    behind_seconds: expect.any(Number),
    followed_by: expect.any(String),
  });
  // Of closed chains, the stage and the time at which the ledger noted the end are not compared.
  const had = (await readRuns(db)).map((run) => ({
    ...withoutFields(run, ['stage', 'end_noted_at']),
    ...(run.type === 'crawlDispensary' ? BEGUN : {}),
    updated_at: expect.anything(),
  }));
  await db.deleteFrom('runs').execute();
  const { stdout } = await ledger.rebuild('--json');
  expect(JSON.parse(stdout)).toMatchObject({ found: 2, added: 2, ended: 1, since: expect.any(String) });
  expect(await readRuns(db)).toMatchObject(had);
  expect((await ledger.rebuild()).stdout).toMatch(
    /^Temporal has 2 runs, since .*Z\. Added: 0\. Ended: 0\.\n$/,
  );
});
