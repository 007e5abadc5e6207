import { expect, test } from 'vitest';
import type { JobInput } from '../../domain/job.ts';
import { querySummary } from '../../temporal-client/follow-progress.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { findJob } from '../support/find-job.ts';
import { JOB_TYPES } from '../support/run-jobs.ts';
import { keep } from './keep-history.ts';

// Records the histories of jobs, as record-histories.test.ts records the others.

test('records a history of each end of a job', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, env: { JOB_TYPES } });
  const { client } = world;
  await world.startWorker();
  const start = async (id: string, input: JobInput) => {
    const { workflowId } = await startJob(client, { account: 'ann', platform: 'a site', ...input }, { id });
    return client.workflow.getHandle(workflowId);
  };
  const count = { jobType: 'count', payload: { to: 2 } };
  await keep(client, 'job.completed', await start('completed', count));
  await keep(client, 'job.retried', await start('retried', { ...count, payload: { to: 2, failures: 1 } }));
  const never = { ...count, payload: { to: 2, failures: 9 }, maxRetries: 0 };
  await keep(client, 'job.failed', await start('failed', never));
  const soon = new Date(Date.now() + 2_000).toISOString();
  await keep(client, 'job.later', await start('later', { ...count, scheduledFor: soon }));
  const anHour = new Date(Date.now() + 3_600_000).toISOString();
  const early = await start('started-now', { ...count, scheduledFor: anHour });
  await early.signal('startNow');
  await keep(client, 'job.started-now', early);
  const edited = await start('edited', { ...count, scheduledFor: anHour });
  await edited.executeUpdate('edit', { args: [{ scheduledFor: null, payload: { to: 3 } }] });
  await keep(client, 'job.edited', edited);
  const waiting = await start('cancelled', { jobType: 'wait' });
  await expect
    .poll(() => findJob(world.db, 'cancelled'), { timeout: 30_000 })
    .toMatchObject({ status: 'running' });
  const next = await start('took-turns', count);
  await expect
    .poll(async () => (await querySummary(next)).summary, { timeout: 30_000 })
    .toBe('Waiting for the end of the job cancelled of the same account');
  await waiting.cancel();
  await keep(client, 'job.cancelled', waiting);
  await keep(client, 'job.took-turns', next);
  const gate = await start('gate', { ...count, scheduledFor: anHour });
  const depended = await start('depended', { ...count, dependsOn: ['completed', 'gate'] });
  await expect
    .poll(async () => (await querySummary(depended)).summary, { timeout: 30_000 })
    .toMatch(/^Waiting for the end of the job gate/);
  await gate.signal('startNow');
  await keep(client, 'job.depended', depended);
  const skipped = await start('skipped', { ...count, dependsOn: ['failed'], onFailure: 'skip' });
  await keep(client, 'job.skipped', skipped);
  const byHand = await client.workflow.start('job', {
    workflowId: 'job/by-hand',
    taskQueue: 'crawlchain',
    args: [{ jobType: 'count', payload: { to: 1 }, account: 'bob', platform: 'another site' }],
  });
  await keep(client, 'job.by-hand', byHand);
});
