import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startBulkAction } from '../../temporal-client/bulk-action-control.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { followTemporal, readRuns } from '../support/keep-ledger.ts';

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));
const JOBS = 200;
const PATIENCE = { timeout: 240_000, interval: 20 };

test('a bulk action whose worker is killed in the middle of a page goes on, and does nothing twice', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, env: { JOB_TYPES } });
  const { client, db } = world;
  followTemporal({ db, url: world.databaseUrl, client });
  const worker = await world.startWorker();
  const never = { jobType: 'count', payload: { to: 2, failures: 99 }, maxRetries: 0 };
  for (let number = 1; number <= JOBS; number += 1) await startJob(client, never, { id: `j-${number}` });
  const jobs = async () => (await readRuns(db)).filter(({ type }) => type === 'job');
  await expect
    .poll(async () => (await jobs()).filter(({ ended_as: as }) => as === 'failed').length, PATIENCE)
    .toBe(JOBS);
  const input = { action: 'retry', of: 'jobs', filter: { job_type: 'count' } } as const;
  const { workflowId } = await startBulkAction(client, input, 'killed');
  await expect.poll(async () => (await jobs()).length, PATIENCE).toBeGreaterThan(JOBS + 20);
  await worker.kill();
  expect((await jobs()).length).toBeLessThan(JOBS * 2);
  await world.startWorker('worker-2');
  expect(await client.workflow.getHandle(workflowId).result()).toMatchObject({
    matched: JOBS,
    done: JOBS,
    skipped: [],
    failed: [],
  });
  await expect
    .poll(async () => (await jobs()).filter(({ ended_as: as }) => as === 'failed').length, PATIENCE)
    .toBe(JOBS * 2);
  const runs = Map.groupBy(await jobs(), ({ workflow_id: id }) => id);
  expect(new Set([...runs.values()].map((some) => some.length))).toEqual(new Set([2]));
});
