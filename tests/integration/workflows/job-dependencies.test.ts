import { expect, test } from 'vitest';
import type { JobInput } from '../../../domain/job.ts';
import { readJobDetail } from '../../../reports/job-detail.ts';
import { querySummary } from '../../../temporal-client/follow-progress.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { JOB_TYPES } from '../../support/run-jobs.ts';
import { inWorld } from '../../support/start-jobs.ts';

const soon = { timeout: 60_000, interval: 100 };
const COUNT = { jobType: 'count', payload: { to: 1 } };
const LATER = { ...COUNT, scheduledFor: '2100-01-01T00:00:00Z' };
const FAILING = { jobType: 'count', payload: { to: 1, failures: 9 }, maxRetries: 0 };

async function createWorld() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  const { start, row } = inWorld(world);
  const { client, db } = world;
  const handleOf = (id: string) => client.workflow.getHandle(`job/${id}`);
  const read = (id: string) => readJobDetail({ db, client }, id);
  return {
    ...world,
    start,
    row,
    handleOf,
    read,
    startNow: (id: string) => handleOf(id).signal('startNow'),
    /** Starts a job that depends on others, and waits until it says so. */
    startWaiting: async (id: string, input: Partial<JobInput>, waitsFor: string) => {
      await start({ ...COUNT, ...input }, id);
      await expect.poll(async () => (await read(id))?.waitingFor, soon).toBe(waitsFor);
      await expect.poll(async () => (await querySummary(handleOf(id))).summary, soon).toMatch(/^Waiting for/);
    },
  };
}

test('a job waits without a slot until the jobs have completed that it depends on', async () => {
  const world = await createWorld();
  const { start, startWaiting, startNow, handleOf, read } = world;
  await world.startWorker();
  await start(LATER, 'first');
  await start(LATER, 'second');
  await startWaiting('last', { dependsOn: ['first', 'second'] }, 'the end of 2 jobs: first, second');
  const summary = (await querySummary(handleOf('last'))).summary;
  expect(summary).toBe('Waiting for the end of 2 jobs: first and 1 more');
  expect((await handleOf('last').describe()).raw.pendingActivities ?? []).toEqual([]);
  await startNow('first');
  await expect.poll(async () => (await read('last'))?.waitingFor, soon).toBe('the end of the job second');
  await startNow('second');
  expect(await handleOf('last').result()).toMatchObject({ to: 1 });
  expect(await read('last')).toMatchObject({
    waitingFor: null,
    dependencies: [
      { id: 'first', endedAs: 'completed' },
      { id: 'second', endedAs: 'completed' },
    ],
  });
});

test('a job fails, is skipped or runs when one that it depends on fails or is unknown', async () => {
  const world = await createWorld();
  const { start, startWaiting, startNow, handleOf, row } = world;
  await world.startWorker();
  await start({ ...FAILING, scheduledFor: LATER.scheduledFor }, 'bad');
  const why = 'The job bad, which it depends on, failed.';
  for (const onFailure of ['fail', 'skip', 'run'] as const)
    await startWaiting(onFailure, { dependsOn: ['bad'], onFailure }, 'the end of the job bad');
  await startWaiting('after-skip', { dependsOn: ['skip'] }, 'the end of the job skip');
  await startNow('bad');
  await expect(handleOf('fail').result()).rejects.toThrow('Workflow execution failed');
  expect(await row('fail')).toMatchObject({
    status: 'failed',
    error_kind: 'DependencyFailed',
    error_message: `DependencyFailed: ${why}`,
    started_at: null,
  });
  expect(await handleOf('skip').result()).toBeNull();
  expect(await row('skip')).toMatchObject({
    status: 'cancelled',
    error_kind: 'Skipped',
    error_message: why,
    started_at: null,
  });
  expect(await handleOf('run').result()).toMatchObject({ to: 1 });
  await expect(handleOf('after-skip').result()).rejects.toThrow('Workflow execution failed');
  expect(await row('after-skip')).toMatchObject({
    error_message: 'DependencyFailed: The job skip, which it depends on, was cancelled or skipped.',
  });
  await start({ ...COUNT, dependsOn: ['nobody'] }, 'lost');
  await expect(handleOf('lost').result()).rejects.toThrow('Workflow execution failed');
  expect(await row('lost')).toMatchObject({
    error_message: 'DependencyFailed: The job nobody, which it depends on, was deleted, or never existed.',
  });
});

test('a job notices by itself that one it depends on was terminated, and is cancelled at once while it waits', async () => {
  const world = await createWorld();
  const { start, startWaiting, handleOf, row } = world;
  await world.startWorker();
  await start(LATER, 'first');
  await startWaiting('next', { dependsOn: ['first'] }, 'the end of the job first');
  await startWaiting('given-up', { dependsOn: ['first'] }, 'the end of the job first');
  await handleOf('given-up').cancel();
  await expect(handleOf('given-up').result()).rejects.toThrow('Workflow execution cancelled');
  expect(await row('given-up')).toMatchObject({ status: 'cancelled', error_message: 'It was cancelled.' });
  await handleOf('first').terminate('a test');
  await expect(handleOf('next').result()).rejects.toThrow('Workflow execution failed');
  expect(await row('next')).toMatchObject({ error_kind: 'DependencyFailed' });
});

test('jobs that would wait for each other are refused, by the API or by themselves', async () => {
  const world = await createWorld();
  const { client, db, start, handleOf, row } = world;
  const api = await startApiServer({ db, client, env: { JOB_TYPES } });
  const create = async (id: string, depends_on: string[]) => {
    const body = { id, job_type: 'count', payload: { to: 1 }, depends_on };
    const answer = await api.call('POST', '/api/jobs', { body });
    return [answer.status, answer.body['detail'] ?? ''];
  };
  expect(await create('a', ['b', 'b'])).toEqual([
    422,
    'depends_on.0 (body) takes the id of a job, got "b", which no job has.',
  ]);
  const refused = (chain: string) => [
    422,
    `depends_on (body) is refused. These jobs would wait for each other: ${chain}. Leave one of them out.`,
  ];
  expect(await create('a', ['a'])).toEqual(refused('a → a'));
  // An id may run again while an open job depends on it.
  await start(COUNT, 'a');
  expect(await create('b', ['a'])).toEqual([201, '']);
  expect(await create('c', ['b'])).toEqual([201, '']);
  await handleOf('a').terminate('a test');
  expect(await create('a', ['c'])).toEqual(refused('a → c → b → a'));
  // Nobody checks what is started in Temporal.
  await start({ ...COUNT, dependsOn: ['c'] }, 'a');
  await start({ ...COUNT, dependsOn: ['own'] }, 'own');
  await world.startWorker();
  await expect(handleOf('own').result()).rejects.toThrow('Workflow execution failed');
  expect(await row('own')).toMatchObject({
    error_message: 'DependencyFailed: These jobs would wait for each other: own → own.',
  });
  for (const id of ['a', 'b', 'c'])
    await expect(handleOf(id).result()).rejects.toThrow('Workflow execution failed');
});
