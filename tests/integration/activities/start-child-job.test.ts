import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JobPayload } from '../../../domain/job.ts';
import type { ChildJobRequest } from '../../../jobs/child-job-request.ts';
import { defineOwnJobType, type OwnJobRun } from '../../../jobs/job-type.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { openAttempts } from '../../support/job-attempts.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function createParent() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return {
    db,
    client,
    runs: async (workflowRunId: string, run: (job: OwnJobRun<unknown>) => Promise<JobPayload | void>) => {
      const type = defineOwnJobType({ name: 'parent', about: 'Tests.', payload: z.looseObject({}), run });
      const task = { maxRetries: 3 };
      return openAttempts({
        db,
        type,
        id: 'watch',
        workflowRunId,
        task,
        startJob: (input, names) => startJob(client, input, names),
      });
    },
  };
}

test('a job starts others, each once for all attempts of its run, and anew in the next run', async () => {
  const { db, client, runs } = await createParent();
  const request = { job_type: 'parent', account: 'ann', priority: 2, max_retries: 0 };
  const run = async (job: OwnJobRun<unknown>) => {
    const { id } = await job.startJob({ ...request, payload: { page: 1 } });
    expect((await job.startJob({ ...request, payload: { page: 1 } })).id).toBe(id);
    expect((await job.startJob({ ...request, payload: { page: 2 } })).id).not.toBe(id);
    const { id: large } = await job.startJob({
      job_type: 'parent',
      key: 'large',
      payload: { text: 'x'.repeat(20_000) },
    });
    if (job.attempt === 1) throw new Error('once more');
    return { id, large };
  };
  const { attempt } = await runs('run-1', run);
  await expect(attempt()).rejects.toThrow('once more');
  const child = client.workflow.getHandle('job/watch.large');
  const { runId, memo } = await child.describe();
  expect(memo).toMatchObject({ started_by: 'job/watch' });
  await child.terminate();
  const { id } = (await attempt()) as { id: string };
  expect(id).toMatch(/^watch\.[0-9a-f]{16}$/);
  expect((await child.describe()).runId).toBe(runId);
  expect((await client.workflow.getHandle(`job/${id}`).describe()).priority).toMatchObject({
    fairnessKey: 'account:ann',
  });
  expect(await db.selectFrom('job_payloads').select('job_id').execute()).toEqual([{ job_id: 'watch.large' }]);
  await db.deleteFrom('jobs').execute();
  const { attempt: again } = await runs('run-2', (job) => run({ ...job, attempt: 2 }));
  await again();
  expect((await child.describe()).runId).not.toBe(runId);
});

test.each<[ChildJobRequest & { id?: string }, RegExp]>([
  [{ job_type: 'nobody' }, /job_type takes one of parent, got "nobody"/],
  [{}, /job_type is missing/],
  [{ job_type: 'parent', id: 'own' }, /Unrecognized key: "id"/],
  [{ job_type: 'parent', priority: 11 }, /priority: /],
  [{ job_type: 'parent', key: 'a/b' }, /key: /],
  [
    { job_type: 'parent', payload: { url: 'https://u:p@a.test/' } },
    /payload\.url must not contain credentials/,
  ],
])('a job that the API would refuse is refused: %j', async (request, why) => {
  const { db } = await createTestDatabase();
  const type = defineOwnJobType({
    name: 'parent',
    about: 'Tests.',
    payload: z.looseObject({}),
    run: async (job) => job.startJob(request),
  });
  const { attempt } = await openAttempts({ db, type });
  await expect(attempt()).rejects.toThrow(why);
});
