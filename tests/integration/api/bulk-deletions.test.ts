import { expect, test } from 'vitest';
import { startJob } from '../../../temporal-client/job-control.ts';
import { createBulkWorld } from '../../support/bulk-world.ts';

test('jobs that have ended are deleted, and those that run or wait are not unless the filter names them', async () => {
  const world = await createBulkWorld({ runJob: async () => ({ done: true }) });
  const { client, api } = world;
  const scheduledFor = '2100-01-01T00:00:00Z';
  for (const id of ['one', 'two']) await startJob(client, { jobType: 'sync' }, { id });
  await startJob(client, { jobType: 'sync', scheduledFor }, { id: 'later' });
  await world.untilRuns('job', 'completed', 2);
  await world.untilRuns('job', null, 1);
  const filter = { job_type: 'sync' };
  const remove = async (more: object) =>
    world.ended(await world.start({ action: 'delete', of: 'jobs', filter: { ...filter, ...more } }));
  expect(await remove({})).toMatchObject({ matched: 2, done: 2, skipped: 0, failed: 0 });
  const left = async () => {
    const { body } = await api.call<{ items: { id: string }[] }>('GET', '/api/jobs');
    return body.items.map(({ id }) => id);
  };
  expect(await left()).toEqual(['later']);
  expect((await api.call('GET', '/api/jobs/one')).status).toBe(404);
  expect(await remove({ status: 'pending' })).toMatchObject({ matched: 1, done: 1 });
  expect(await left()).toEqual([]);
});
