import { expect, test } from 'vitest';
import { createJobWorld } from '../../support/job-world.ts';

const soon = { timeout: 60_000, interval: 50 };

test('the deletion of a job wakes the one that waited for its turn, and those that depend on it', async () => {
  const { client, call } = await createJobWorld();
  const create = (id: string, body: object) =>
    call('POST', '/api/jobs', { body: { id, job_type: 'count', payload: { to: 1 }, ...body } });
  const waitsFor = async (id: string) =>
    (await call<{ waiting_for: string | null }>('GET', `/api/jobs/${id}`)).body.waiting_for;
  await create('first', { account: 'ann' });
  // No worker runs jobs here, so the first one keeps its turn.
  await expect.poll(() => waitsFor('first'), soon).toContain('worker');
  await create('next', { account: 'ann' });
  await create('after', { depends_on: ['first'], on_failure: 'run' });
  await expect.poll(() => waitsFor('next'), soon).toContain('job first');
  await expect.poll(() => waitsFor('after'), soon).toContain('job first');
  expect(await call('DELETE', '/api/jobs/first')).toMatchObject({ status: 204 });
  for (const id of ['next', 'after']) {
    const { events } = await client.workflow.getHandle(`job/${id}`).fetchHistory();
    const signals = events?.map((event) => event.workflowExecutionSignaledEventAttributes?.signalName);
    expect(signals).toContain('wake');
    await expect.poll(() => waitsFor(id), soon).toContain('worker');
  }
});
