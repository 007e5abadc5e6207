import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { WorkflowFailedError } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { heartbeat } from '../../../stages/heartbeat.ts';
import { BULK_ACTION } from '../../../domain/role-workflows.ts';
import type { BulkActionInput } from '../../../domain/bulk-action.ts';
import { noteRequest } from '../../../db/queries/run-events.ts';
import { writeWork } from '../../../db/queries/run-heartbeats.ts';
import { TemporalUnavailable } from '../../../temporal-client/call-temporal.ts';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { bulkActionId, crawlDispensaryId } from '../../../temporal-config/workflow-ids.ts';
import { blocked, createBulkWorld, type BulkWorld } from '../../support/bulk-world.ts';
import { chainOf, workOn } from '../db/make-noted-run.ts';
import { createGate } from '../../support/chain-gate.ts';
import { addDispensaries } from '../../support/fan-out-world.ts';
import { readRuns } from '../../support/keep-ledger.ts';

const RETRY = { action: 'retry', of: 'tasks', filter: { state: 'NV' } };
const ALL_BLOCKED = { action: 'retry', of: 'tasks', filter: { error: 'Blocked' } } as const;

/** Starts a bulk action as `temporal workflow start` does. */
const byHand = ({ client }: BulkWorld, input: BulkActionInput, id = 'by-hand') =>
  client.workflow.start(BULK_ACTION.type, {
    workflowId: bulkActionId(id),
    taskQueue: WORKFLOW_QUEUE,
    args: [input],
  });

/** Creates a world with `count` failed chains. Chains that begin later complete. */
async function createFailedWorld(
  count: number,
  around?: Parameters<typeof createBulkWorld>[0]['around'],
): Promise<BulkWorld> {
  let isFailing = true;
  const world = await createBulkWorld({
    crawl: async () => {
      if (isFailing) throw blocked();
    },
    ...(around === undefined ? {} : { around }),
  });
  const ids = await addDispensaries(world.db, count, { state: 'NV' });
  for (const id of ids)
    await startCrawl(world.client, { id, name: `Store ${id}`, platform: 'dutchie', stateCode: 'NV' });
  await world.untilRuns('crawlDispensary', 'failed', count);
  isFailing = false;
  return world;
}

const runsPerChain = async ({ db }: BulkWorld) => {
  const chains = (await readRuns(db)).filter(({ type }) => type === 'crawlDispensary');
  return [...Map.groupBy(chains, ({ workflow_id: id }) => id).values()].map((runs) => runs.length);
};

test('one that is aborted in the middle ends cancelled, and tells what it has done', async () => {
  let acts = 0;
  const world: BulkWorld = await createFailedWorld(30, (act) => async (run, bulk) => {
    acts += 1;
    const acted = await act(run, bulk);
    if (acts < 15) return acted;
    await world.api.call('POST', `/api/bulk-actions/by-hand/cancel`);
    // A cancellation reaches an activity with the response to one of its heartbeats.
    await expect
      .poll(() => (heartbeat(), cancellationSignal().aborted), { timeout: 60_000, interval: 50 })
      .toBe(true);
    return acted;
  });
  const handle = await byHand(world, {
    ...ALL_BLOCKED,
    pageSize: 25,
    requestedBy: 'Ann',
    reason: 'new proxies',
  });
  await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  const ended = await world.ended('by-hand');
  expect(ended).toMatchObject({
    status: 'cancelled',
    matched: 30,
    done: 20,
    skipped: 0,
    requested_by: 'Ann',
    reason: 'new proxies',
    error_message: 'It was cancelled: 30 tasks, 20 started once more, 0 skipped, 0 failed.',
  });
  expect(await handle.query('progress')).toMatchObject({ done: 20 });
  await world.untilRuns('crawlDispensary', 'completed', 20);
  expect(await world.api.call('POST', '/api/bulk-actions/by-hand/cancel')).toMatchObject({ status: 409 });
});

test('an act whose answer is lost is not done twice, and counts once', async () => {
  const lost = new Set<string>();
  const world = await createFailedWorld(45, (act) => async (run, bulk) => {
    const acted = await act(run, bulk);
    if (lost.size >= 3 || !run.workflowId.endsWith('5') || lost.has(run.id)) return acted;
    lost.add(run.id);
    throw new Error('the answer is lost');
  });
  const handle = await byHand(world, { ...ALL_BLOCKED, pageSize: 20 });
  expect(await handle.result()).toMatchObject({ matched: 45, done: 45, skipped: [], failed: [] });
  expect(lost.size).toBe(3);
  await world.untilRuns('crawlDispensary', 'completed', 45);
  expect(new Set(await runsPerChain(world))).toEqual(new Set([2]));
});

test('a long one goes on in new runs, and is one row with all counts', async () => {
  const world = await createFailedWorld(70, undefined);
  const handle = await byHand(world, { ...ALL_BLOCKED, pageSize: 1 });
  expect(await handle.result()).toMatchObject({ matched: 70, done: 70 });
  expect(await world.ended('by-hand')).toMatchObject({ status: 'completed', matched: 70, done: 70 });
  const rows = (await readRuns(world.db)).filter(({ type }) => type === BULK_ACTION.type);
  expect(rows).toMatchObject([{ attempt: 2, ended_as: 'completed', progress_percent: 100 }]);
  const { rows: ends } = await sql`
    select event from run_events where run_key = ${rows[0]!.id} and event in ('failed', 'completed', 'reopened')
  `.execute(world.db);
  expect(ends).toEqual([{ event: 'completed' }]);
});

test('what fails for one run is told with its reason, and the others are done', async () => {
  const world = await createFailedWorld(
    12,
    (act) => async (run, bulk) =>
      run.workflowId.endsWith('7') ? { outcome: 'failed', reason: 'as the test wants' } : act(run, bulk),
  );
  const handle = await byHand(world, ALL_BLOCKED);
  expect(await handle.result()).toMatchObject({
    matched: 12,
    done: 11,
    failed: [{ reason: 'as the test wants', count: 1 }],
  });
});

test('one that began and was ended by force keeps what it has told', async () => {
  const world: BulkWorld = await createFailedWorld(30, (act) => async (run, bulk) => {
    const acted = await act(run, bulk);
    const runs = (await readRuns(world.db)).filter(({ type }) => type === 'crawlDispensary');
    if (runs.length > 55) await world.client.workflow.getHandle(bulkActionId('by-hand')).terminate('enough');
    return acted;
  });
  await byHand(world, { ...ALL_BLOCKED, pageSize: 10 });
  const ended = await world.ended('by-hand');
  expect(ended).toMatchObject({ status: 'failed', matched: 30, error_message: 'enough' });
  expect(ended.done).toBeGreaterThanOrEqual(20);
});

test('a bulk action with a filter that no list takes is refused, and says what filters take', async () => {
  const world = await createBulkWorld({});
  const failureOf = async (input: object, id?: string): Promise<string> => {
    const handle = await byHand(world, input as BulkActionInput, id);
    const error: unknown = await handle.result().catch((thrown: unknown) => thrown);
    return error instanceof WorkflowFailedError ? String(error.cause?.message) : 'it did not fail';
  };
  const refusals: [input: object, words: string][] = [
    [
      { ...RETRY, filter: {} },
      'filter needs at least one field; without one, the action would apply to all tasks',
    ],
    [
      { ...RETRY, filter: { status: 'broken' } },
      'status is "broken"; it takes one or several statuses, separated by commas, such as "failed,cancelled"',
    ],
    [{ ...RETRY, filter: { State: 'NV' } }, 'the field "State" is not known; it takes role, status'],
    [{ ...RETRY, of: 'jobs' }, 'the field "state" is not known; it takes status, job_type'],
    [{ ...RETRY, filter: { priority: '20' } }, 'priority is "20"; it takes a whole number'],
    [
      { ...RETRY, filter: { ended_since: 'yesterday' } },
      'ended_since is "yesterday"; it takes a time such as',
    ],
    [
      { ...RETRY, filter: { status: 'running' } },
      'filter.status takes completed, unconfirmed, failed, cancelled to retry tasks',
    ],
  ];
  for (const [input, text] of refusals) expect(await failureOf(input)).toContain(text);
  const elsewhere = await world.client.workflow.start(BULK_ACTION.type, {
    workflowId: 'my-bulk-action',
    taskQueue: WORKFLOW_QUEUE,
    args: [RETRY],
  });
  await expect(elsewhere.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('it has to be "bulk/<id>"') as string, type: 'InvalidInput' },
  });
});

test('one whose page fails says what the page has done before', async () => {
  let acts = 0;
  const world = await createFailedWorld(30, (act) => async (run, bulk) => {
    acts += 1;
    if (acts > 20) throw ApplicationFailure.nonRetryable('as the test wants');
    return act(run, bulk);
  });
  const handle = await byHand(world, ALL_BLOCKED);
  await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  expect(await world.ended('by-hand')).toMatchObject({
    status: 'failed',
    matched: 30,
    done: 20,
    error_message: 'as the test wants',
  });
  expect(await handle.query('progress')).toMatchObject({ done: 20 });
});

test('of two failed runs of one store a retry starts the work of the newer one, and leaves the other', async () => {
  let isFailing = true;
  const world = await createBulkWorld({
    crawl: async () => {
      if (isFailing) throw blocked();
    },
  });
  const ids = await addDispensaries(world.db, 6, { state: 'NV' });
  for (const round of [1, 2]) {
    for (const id of ids)
      await startCrawl(world.client, { id, name: `Store ${id}`, platform: 'dutchie', stateCode: 'NV' });
    await world.untilRuns('crawlDispensary', 'failed', 6 * round);
  }
  isFailing = false;
  const handle = await byHand(world, ALL_BLOCKED);
  expect(await handle.result()).toMatchObject({
    matched: 12,
    done: 6,
    skipped: [{ reason: 'it has run again', count: 6 }],
  });
  expect(new Set(await runsPerChain(world))).toEqual(new Set([3]));
});

test('what was told to begin before the answer was lost, and has ended since, counts as done', async () => {
  const lost = new Set<string>();
  const world: BulkWorld = await createBulkWorld({
    around: (act) => async (run, bulk) => {
      const acted = await act(run, bulk);
      if (lost.has(run.id)) return acted;
      lost.add(run.id);
      await world.client.workflow.getHandle(run.workflowId).result();
      throw new Error('the answer is lost');
    },
  });
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  for (let number = 1; number <= 4; number += 1)
    await startJob(world.client, { jobType: 'sync', account: 'ann', scheduledFor }, { id: `j-${number}` });
  await world.untilRuns('job', null, 4);
  const handle = await byHand(world, { action: 'start', of: 'jobs', filter: { account: 'ann' } });
  expect(await handle.result()).toMatchObject({ matched: 4, done: 4, skipped: [] });
  const { rows } = await sql`select event from run_events where event = 'start_requested'`.execute(world.db);
  expect(rows).toHaveLength(4);
});

test('a crawl that waits for its retry is not told to begin', async () => {
  const world = await createBulkWorld({
    crawl: async () => {
      throw ApplicationFailure.create({ type: 'RateLimited', message: 'stopped', nextRetryDelay: '1 hour' });
    },
  });
  const [id] = await addDispensaries(world.db, 1, { state: 'NV' });
  const { runId } = await startCrawl(world.client, {
    id: id!,
    name: 'Store',
    platform: 'dutchie',
    stateCode: 'NV',
  });
  await world.untilRuns('crawlDispensary', null, 1);
  const workflowId = crawlDispensaryId(id!);
  const run = {
    ...chainOf({ workflowId, workflowRunId: runId!, dispensaryId: id! }),
    type: 'crawlDispensary',
  };
  const failed = { errorKind: 'RateLimited', errorMessage: 'stopped', nextAttemptInMs: 3_600_000 };
  await writeWork(world.db, 'Xylos', [workOn(run, { state: 'waiting', stage: 'fetch', ...failed })]);
  const handle = await byHand(world, { action: 'start', of: 'tasks', filter: { state: 'NV' } });
  expect(await handle.result()).toMatchObject({
    matched: 1,
    done: 0,
    skipped: [{ reason: 'it waits for a retry, after RateLimited', count: 1 }],
  });
});

test('a run whose cancel was noted, and of which Temporal was not asked, is asked again', async () => {
  const gate = createGate();
  let isAway = true;
  const world: BulkWorld = await createBulkWorld({
    crawl: gate.hold,
    around: (act) => async (run, bulk) => {
      if (!isAway) return act(run, bulk);
      isAway = false;
      await noteRequest(world.db, run, { event: 'cancel_requested', actor: null, by: bulk.workflowId });
      throw new TemporalUnavailable('as the test wants');
    },
  });
  const [id] = await addDispensaries(world.db, 1, { state: 'NV' });
  await startCrawl(world.client, { id: id!, name: 'Store', platform: 'dutchie', stateCode: 'NV' });
  await gate.untilBegun(1);
  await world.untilRuns('crawlDispensary', null, 1);
  const handle = await byHand(world, { action: 'cancel', of: 'tasks', filter: { state: 'NV' } });
  expect(await handle.result()).toMatchObject({ matched: 1, done: 1 });
  await world.untilRuns('crawlDispensary', 'cancelled', 1);
  gate.letGo();
});
