import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startApiServer } from '../../support/api-server.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

const KEYED = { headers: { 'Idempotency-Key': 'night-1' } };

/** Creates an API that reaches Temporal through a link that can be slowed down, and a client (`direct`) that does not use the link. */
async function createWorld() {
  const [{ db }, { client: direct, namespace, address }] = [
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  const link = await openLink(address);
  const client = new Client({ connection: await Connection.connect({ address: link.address }), namespace });
  return { db, direct, client, link };
}

async function createServer() {
  const world = await createWorld();
  return { ...world, ...(await startApiServer(world)) };
}

/** Wraps each request that starts a workflow, so that a test can act before or after it is sent. */
function onStart({ workflowService }: Client, work: (send: () => Promise<object>) => Promise<object>): void {
  const start = workflowService.startWorkflowExecution.bind(workflowService);
  workflowService.startWorkflowExecution = ((request: Parameters<typeof start>[0]) =>
    work(() => start(request))) as typeof start;
}

async function makeDispensaries(db: Db, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let store = 0; store < count; store += 1) ids.push(await makeDispensary(db));
  return ids;
}

async function createScheduleServer() {
  const server = await createServer();
  await applySchedules(server.direct, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  const { workflowService } = server.client;
  const patch = workflowService.patchSchedule.bind(workflowService);
  return {
    ...server,
    /** Wraps each later trigger of a schedule. */
    onTrigger: (work: (send: () => ReturnType<typeof patch>) => ReturnType<typeof patch>) => {
      workflowService.patchSchedule = ((request: Parameters<typeof patch>[0]) =>
        work(() => patch(request))) as typeof patch;
    },
    /**
     * Returns how often the schedule has fired and how often it has skipped a firing. Without a worker, the first started run stays open.
     */
    fired: async () => {
      const { info } = await server.direct.schedule.getHandle('analytics_refresh').describe();
      return [info.numActionsTaken, info.numActionsSkippedOverlap];
    },
  };
}

test('a trigger whose answer was lost has fired once, however often it is repeated', async () => {
  const { call, link, onTrigger, fired } = await createScheduleServer();
  onTrigger((send) => {
    link.holdAnswers();
    return send();
  });
  const lost = await call('POST', '/api/schedules/analytics_refresh/trigger', KEYED);
  expect([lost.status, lost.body.code, lost.headers.get('retry-after')]).toEqual([
    503,
    'temporal-unavailable',
    '5',
  ]);
  link.release();
  onTrigger((send) => send());
  // On a busy machine the first call may time out before it reaches Temporal; then the second call fires the schedule.
  const again = await call('POST', '/api/schedules/analytics_refresh/trigger', KEYED);
  expect(again.status).toBe(200);
  await expect.poll(fired, { timeout: 120_000 }).toEqual([1, 0]);
  const other = await call('POST', '/api/schedules/payload_fetch_all/trigger');
  expect([other.status, other.body.outcome]).toEqual([200, 'fired']);
  expect(await fired()).toEqual([1, 0]);
});

test('a trigger that Temporal has taken is answered, also when it does not say what came of it', async () => {
  const { call, link, onTrigger, fired } = await createScheduleServer();
  onTrigger(async (send) => {
    const taken = await send();
    link.holdAnswers();
    return taken;
  });
  const began = performance.now();
  const { status, body } = await call('POST', '/api/schedules/analytics_refresh/trigger');
  expect([status, body]).toEqual([200, { outcome: 'taken', schedule: null }]);
  expect(performance.now() - began).toBeLessThan(15_000);
  await expect.poll(fired, { timeout: 30_000 }).toEqual([1, 0]);
});

test('a batch that Temporal does not take in time is given up as a whole, and its repeat finds what was started', async () => {
  const { db, call, client, direct, link } = await createServer();
  const ids = await makeDispensaries(db, 40);
  let requested = 0;
  onStart(client, (send) => {
    requested += 1;
    return send();
  });
  const options = { ...KEYED, body: { dispensary_ids: ids } };
  link.holdAnswers();
  const late = await call('POST', '/api/job-queue/enqueue-batch', options);
  expect([late.status, late.body.code]).toEqual([503, 'temporal-unavailable']);
  link.release();
  const begun = requested;
  const again = await call('POST', '/api/job-queue/enqueue-batch', options);
  expect([again.status, again.body]).toMatchObject([
    200,
    { started: ids.length, already_running: 0, refused: 0 },
  ]);
  expect(requested).toBe(begun + ids.length);
  await expect.poll(async () => (await direct.workflow.count()).count, { timeout: 30_000 }).toBe(ids.length);
});

test('a batch of which Temporal takes a part in time is not kept, and its repeat starts the rest', async () => {
  const { db, call, client, direct, link } = await createServer();
  const ids = await makeDispensaries(db, 30);
  let answered = 0;
  onStart(client, async (send) => {
    const taken = await send();
    answered += 1;
    if (answered === 5) link.holdAnswers();
    return taken;
  });
  const options = { ...KEYED, body: { dispensary_ids: ids } };
  interface Batch {
    started: number;
    no_answer: number;
    items: { outcome: string; task_id: string | null }[];
  }
  const { status, body: part } = await call<Batch>('POST', '/api/job-queue/enqueue-batch', options);
  expect([status, part.started + part.no_answer]).toEqual([200, ids.length]);
  expect(part.started).toBeGreaterThanOrEqual(5);
  expect(part.no_answer).toBeGreaterThan(0);
  link.release();
  const { body: whole } = await call<Batch>('POST', '/api/job-queue/enqueue-batch', options);
  expect(whole).toMatchObject({ started: ids.length, no_answer: 0 });
  const startedOf = ({ items }: Batch) => items.filter(({ outcome }) => outcome === 'started');
  expect(startedOf(whole)).toEqual(expect.arrayContaining(startedOf(part)));
  await expect.poll(async () => (await direct.workflow.count()).count, { timeout: 30_000 }).toBe(ids.length);
});

test('a task that Temporal has taken is answered as planned, also when it does not describe it in time', async () => {
  const { db, call, client, direct, link } = await createServer();
  const id = await makeDispensary(db);
  onStart(client, async (send) => {
    const taken = await send();
    link.holdAnswers();
    return taken;
  });
  const body = { role: 'payload_fetch', dispensary_id: id, priority: 7, max_retries: 1 };
  const made = await call('POST', '/api/tasks', { body });
  const { runId } = await direct.workflow.getHandle(`crawl/${id}`).describe();
  expect([made.status, made.body]).toMatchObject([
    201,
    { ...body, run_id: runId, workflow_id: `crawl/${id}`, status: 'pending', already_running: false },
  ]);
});

test('lists go on while Temporal is away, and say of when they are', async () => {
  const { db, call, link } = await createServer();
  await call('POST', '/api/tasks', {
    body: { role: 'payload_fetch', dispensary_id: await makeDispensary(db) },
  });
  const list = () => call<{ items: object[]; as_of: string; stale: boolean }>('GET', '/api/tasks');
  const expectStale = (isStale: boolean) =>
    expect.poll(async () => (await list()).body.stale, { timeout: 60_000 }).toBe(isStale);
  await expectStale(false);
  link.holdAnswers();
  await expectStale(true);
  const began = performance.now();
  const { body } = await list();
  expect(body).toMatchObject({ stale: true, items: [{ status: 'pending' }] });
  expect(Date.parse(body.as_of)).toBeLessThan(Date.now() - 10_000);
  expect(performance.now() - began).toBeLessThan(4_000);
  const recovered = await call('POST', '/api/tasks/recover-stale');
  expect([recovered.status, recovered.body.recovered]).toEqual([200, 0]);
});

test('an API that was started while Temporal is away answers at once with what the ledger has', async () => {
  const { db, client, link } = await createWorld();
  link.holdAnswers();
  const { call } = await startApiServer({ db, client });
  const began = performance.now();
  const first = await call('GET', '/api/tasks');
  expect([first.status, first.body]).toMatchObject([200, { items: [], as_of: null, stale: true }]);
  expect(performance.now() - began).toBeLessThan(4_000);
});
