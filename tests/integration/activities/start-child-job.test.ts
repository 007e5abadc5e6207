import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { setCredential } from '../../../db/queries/credentials.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { KEY_BYTES } from '../../../db/seal-text.ts';
import { deduplicatedJobId } from '../../../domain/deduplicated-job-id.ts';
import type { JobPayload } from '../../../domain/job.ts';
import type { ChildJobRequest } from '../../../jobs/child-job-request.ts';
import { defineOwnJobType, type OwnJobRun } from '../../../jobs/job-type.ts';
import { readJobInput, startJob } from '../../../temporal-client/job-control.ts';
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
      const task = { maxRetries: 3, credentials: ['shop'] };
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

test('a started job waits for others, and gets the credentials that its parent may use', async () => {
  const { db, client, runs } = await createParent();
  const seal = createPasswordSeal(randomBytes(KEY_BYTES));
  const own = { platform: null, account: null, value: 'open-sesame', setBy: null };
  for (const name of ['shop', 'other']) await setCredential(db, seal, { ...own, name });
  const { attempt } = await runs('run-1', async (job) => {
    const first = await job.startJob({ job_type: 'parent', key: 'first' });
    const waiting = { job_type: 'parent', depends_on: [first.id], on_failure: 'skip' as const };
    const second = await job.startJob({ ...waiting, key: 'second', credentials: ['shop'] });
    await expect(job.startJob({ ...waiting, credentials: ['other'] })).rejects.toThrow(
      'credentials takes those that this job may use itself, and other is none of them.',
    );
    return second;
  });
  const { id } = (await attempt()) as { id: string };
  expect(await readJobInput(client, { workflowId: `job/${id}`, runId: '' })).toEqual({
    jobType: 'parent',
    payload: {},
    dependsOn: ['watch.first'],
    onFailure: 'skip',
    credentials: ['shop'],
  });
});

test('a deduplicated job has the id of its work, whichever job starts it', async () => {
  const { runs } = await createParent();
  const { attempt } = await runs('run-1', async (job) => {
    const request = { job_type: 'parent', payload: { item: 7 }, deduplicate: true };
    await expect(job.startJob({ ...request, key: 'own' })).rejects.toThrow(
      'deduplicate takes no key beside it',
    );
    return job.startJob(request);
  });
  expect(await attempt()).toEqual({ id: deduplicatedJobId({ jobType: 'parent', payload: { item: 7 } }) });
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
