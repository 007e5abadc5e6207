import { expect, test } from 'vitest';
import type { JobInput } from '../../domain/job.ts';
import { querySummary } from '../../temporal-client/follow-progress.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { createGatedJobs, ENDED, FAILED } from '../support/gated-jobs.ts';
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

// Earlier code, which confirmed such an edit and lost such a start, has recorded `job.edited-at-end` and `job.start-lost`.
test('records the history of a job that ends while an edit of it is recorded', async () => {
  const { client, checks, edits, start } = await createGatedJobs();
  const { edit, handle, sees } = await start({ onFailure: 'skip' }, 'edited-too-late');
  await expect.poll(checks.calls, { timeout: 30_000 }).toBe(1);
  const edited = edit('2100-01-01T00:00:00Z');
  await expect.poll(edits.calls, { timeout: 30_000 }).toBe(1);
  checks.answer(0, FAILED);
  await sees(1);
  edits.answer(0, 'edited');
  await edited;
  await keep(client, 'job.edited-too-late', handle);
});

test('records the history of a job that is started right after its time was edited', async () => {
  const { client, checks, edits, start } = await createGatedJobs();
  const { edit, startNow, handle, sees } = await start(
    { scheduledFor: '2100-01-01T00:00:00Z' },
    'started-after-edit',
  );
  checks.answer(0, ENDED);
  await sees(1);
  edits.answer(0, 'edited');
  await edit('2101-01-01T00:00:00Z');
  await expect.poll(checks.calls, { timeout: 30_000 }).toBe(2);
  await startNow();
  checks.answer(1, ENDED);
  await keep(client, 'job.started-after-edit', handle);
});
