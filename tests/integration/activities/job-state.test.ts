import { expect, test } from 'vitest';
import { z } from 'zod';
import { beginJob } from '../../../db/queries/job-runs.ts';
import type { JobPayload } from '../../../domain/job.ts';
import { defineOwnJobType, type OwnJobRun } from '../../../jobs/job-type.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const RUN = {
  payload: {},
  priority: 5,
  maxRetries: 0,
  jobType: 'test',
  createdAt: new Date(),
  platform: null,
  account: null,
  scheduledFor: null,
};

test('what a run keeps is there for the next runs of its schedule, unless another attempt has the job', async () => {
  const { db } = await createTestDatabase();
  const runs = async (id: string, run: (job: OwnJobRun<unknown>) => Promise<JobPayload | void>) => {
    const type = defineOwnJobType({ name: 'test', about: 'Tests.', payload: z.looseObject({}), run });
    return (await openAttempts({ db, type, id, workflowRunId: `run-${id}` })).attempt();
  };
  const readState = async (job: OwnJobRun<unknown>) => ({ state: await job.state.get() });
  await runs('watch-2026-01-01T03:00:00Z', (job) => job.state.set({ last: 'ab', at: [1] }));
  expect(await runs('watch-2026-01-02T03:00:00Z', readState)).toEqual({ state: { last: 'ab', at: [1] } });
  expect(await runs('watch', readState)).toMatchObject({ state: { at: [1] } });
  expect(await runs('watch-2026', readState)).toEqual({ state: null });
  await expect(runs('large', (job) => job.state.set('x'.repeat(65_536)))).rejects.toThrow(
    'The state of a job takes at most 65536 bytes of JSON',
  );
  const isTaken = runs('one', async (job) => {
    await beginJob(db, { ...RUN, id: 'one', workflowRunId: 'run-one' }, { fence: 20, worker: 'two' });
    await job.state.set('late');
  });
  await expect(isTaken).rejects.toMatchObject({ kind: 'StaleAttempt' });
  expect(await db.selectFrom('job_state').select('id').execute()).toEqual([{ id: 'watch' }]);
});
