import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../observability/log.ts';
import { taskLog } from '../../../workers/task-log.ts';

const RUN = { workflowId: 'crawl/12', runId: '0199c6f2' };

/** Returns what is logged while an activity runs: levels, fields and messages. */
async function linesOf(info: Partial<Info>, input: unknown, run: () => unknown): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  const log = createLog('silent');
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation(
      (...reported: unknown[]) => void lines.push([level, ...reported]),
    );
  const environment = new MockActivityEnvironment(
    { taskQueue: 'fetch-dutchie', workflowExecution: RUN, attempt: 2, ...info },
    { interceptors: [taskLog(log)], logger: new DefaultLogger('ERROR') },
  );
  await environment
    .run<[unknown], unknown, (input: unknown) => Promise<unknown>>(async () => run(), input)
    .catch(() => undefined);
  return lines;
}

const durationMs = expect.any(Number) as number;

test('a stage of a chain has a line as it is claimed, and one with duration and counts as it completes', async () => {
  const task = {
    activity: 'fetchMenu',
    role: 'product_discovery',
    ...RUN,
    dispensaryId: 12,
    attempt: 2,
  };
  const input = { dispensaryId: 12, role: 'product_discovery' };
  const menu = { payloadId: 7, dispensaryName: 'Deeply Rooted', productCount: 130, pages: 2, bytes: 9000 };
  expect(await linesOf({ activityType: 'fetchMenu' }, input, () => menu)).toEqual([
    ['info', task, 'task claimed'],
    [
      'info',
      { ...task, durationMs, payloadId: 7, counts: { productCount: 130, pages: 2, bytes: 9000 } },
      'task completed',
    ],
  ]);
});

test('an ingest is the work of product_refresh, whatever the role of its chain, and its counts are told', async () => {
  const input = { dispensaryId: 12, role: 'payload_fetch', payloadId: 7, isLastStage: true };
  const result = { crawlRunId: 3, counts: { products: 130, added: 4, missesOff: 'incomplete' } };
  const [claimed, completed] = await linesOf(
    { activityType: 'ingestPayload', taskQueue: 'ingest' },
    input,
    () => result,
  );
  expect(claimed?.[1]).toMatchObject({ role: 'product_refresh', dispensaryId: 12, payloadId: 7 });
  expect(completed?.[1]).toMatchObject({ role: 'product_refresh', counts: { products: 130, added: 4 } });
  expect(completed?.[1]).not.toHaveProperty('counts.crawlRunId');
});

test('a job is told by its id and type, with the numbers of its result and the lengths of its lists', async () => {
  const workflowExecution = { workflowId: 'job/media-1', runId: '0199c6f3' };
  const info = { activityType: 'runJob', taskQueue: 'jobs', workflowExecution };
  const input = { jobType: 'download_media', platform: 'instagram', payload: { password: 'hush' } };
  const fields = { jobId: 'media-1', jobType: 'download_media', platform: 'instagram', role: null };
  const [claimed, completed] = await linesOf(info, input, () => ({
    saved: 3,
    failed: ['a', 'b'],
    note: 'x',
  }));
  expect(claimed).toMatchObject(['info', { ...fields, ...workflowExecution }, 'task claimed']);
  expect(completed).toMatchObject(['info', { ...fields, counts: { saved: 3, failed: 2 } }, 'task completed']);
  expect(JSON.stringify([claimed, completed])).not.toContain('hush');
});

test('a result without numbers, or none, is told as well', async () => {
  const probes = { activityType: 'probeProxies', taskQueue: 'media' };
  for (const result of [null, undefined, 'done', [1, 2, 3]]) {
    const [, completed] = await linesOf(probes, undefined, () => result);
    expect(completed?.[1]).toMatchObject({ role: 'proxy_probe', counts: {} });
  }
});

test('a fetch that is not believed, goes on in a browser, or waits for another task of the store, says so', async () => {
  const outcomeOf = async (result: object) =>
    (await linesOf({ activityType: 'fetchMenu' }, { dispensaryId: 12 }, () => result))[1]?.[1];
  expect(await outcomeOf({ payloadId: 7, unconfirmed: { faults: [] } })).toMatchObject({
    outcome: 'unconfirmed',
  });
  expect(await outcomeOf({ escalateTo: 'browser', because: 'blocked' })).toMatchObject({
    outcome: 'escalated',
  });
  const waitsFor = { dispensaryId: 12, workflowId: 'refresh/7', since: '2026-01-10T06:00:00Z' };
  expect(await outcomeOf({ waitsFor })).toMatchObject({ outcome: 'waiting', counts: {} });
});

test('a failure adds no line to the one that it has', async () => {
  const lines = await linesOf({ activityType: 'fetchMenu' }, { dispensaryId: 12 }, () => {
    throw new Error('refused');
  });
  expect(lines.map((line) => line.at(-1))).toEqual(['task claimed']);
});

test('the single statements of workflows are no tasks', async () => {
  const info = { activityType: 'recordOutcome', taskQueue: 'crawlchain' };
  expect(await linesOf(info, { status: 'failed' }, () => undefined)).toEqual([]);
});

test('a result of very many fields fills no log', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]));
  const [, completed] = await linesOf({ activityType: 'runJob', taskQueue: 'jobs' }, {}, () => many);
  const { counts } = completed![1] as { counts: object };
  expect(Object.keys(counts)).toHaveLength(20);
});
