import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { COUNTED_MAX } from '../../../domain/run-list.ts';
import { describeLedgerRun } from '../../../ledger/describe-ledger-run.ts';
import type { TaskFilter } from '../../../domain/run-filter.ts';
import { listRunEvents } from '../../../db/queries/run-events.ts';
import { readTaskDetail } from '../../../reports/task-detail.ts';
import { countAllTasks, createTaskCounter, listTasks } from '../../../reports/list-tasks.ts';
import { startCrawl, startRetry, waitForCrawl } from '../../../temporal-client/crawl-control.ts';
import { crawlDispensaryId, laterId, retryName } from '../../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { makeBacklog } from '../../support/crawl-backlog.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { followTemporal } from '../../support/keep-ledger.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeRun } from '../db/make-runs.ts';

const STORE = { name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
const ALL = { after: null, limit: 100 };

const expectTasks = (db: Db, filter: TaskFilter = {}) =>
  expect.poll(async () => (await listTasks(db, filter, ALL)).items, { timeout: 60_000, interval: 300 });

test('a task of whose worker nothing was heard for too long is stale', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { running } = await makeBacklog(world);
  await expectTasks(world.db).toMatchObject([{ status: 'running', dispensary_id: running.id }]);
  const impatient = { staleAfterMs: 0 };
  await expectTasks(world.db, { ...impatient, statuses: ['stale'] }).toMatchObject([
    { dispensary_id: running.id },
  ]);
  expect((await countAllTasks(world.db, impatient)).counts).toMatchObject({ stale: 1, running: 0 });
});

test('a reset is another attempt of its task, which stands where it began', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const [one, other] = await addNamedDispensaries(world);
  await world.startWorker();
  const runs: string[] = [];
  const crawl = async (store: typeof one) => {
    const { runId } = await startCrawl(world.client, store!, { images: false });
    runs.unshift(runId!);
    await waitForCrawl(world.client, store!.id);
  };
  await crawl(one);
  await crawl(other);
  const { namespace } = world.client.options;
  const reset = await world.client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: crawlDispensaryId(one!.id), runId: runs[1]! },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'once-more',
    reason: 'a test',
  });
  await waitForCrawl(world.client, one!.id);
  await expectTasks(world.db, { statuses: ['completed'] }).toMatchObject([
    { run_id: runs[0] },
    { run_id: reset.runId },
  ]);
  // The id of any of its runs finds the task: the first, the newest, or one in between that only Temporal knows.
  const again = await world.client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: crawlDispensaryId(one!.id), runId: reset.runId },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'and-once-more',
    reason: 'a test',
  });
  await waitForCrawl(world.client, one!.id);
  for (const runId of [runs[1]!, reset.runId, again.runId])
    expect(await describeLedgerRun(world, { workflowId: crawlDispensaryId(one!.id), runId })).toMatchObject({
      isAway: false,
      run: { id: runs[1], runId: again.runId, status: 'completed' },
      described: { run: { runId: again.runId } },
    });
  // Lists find the task by its first run and by its newest run.
  for (const runId of [runs[1]!, again.runId]) {
    const attempts = [{ workflowId: crawlDispensaryId(one!.id), runId }];
    expect((await listTasks(world.db, { attempts }, ALL)).items).toMatchObject([{ run_id: again.runId }]);
  }
  await crawl(other);
  const since = (await listTasks(world.db, {}, ALL)).items[1]!.created_at;
  expect((await countAllTasks(world.db, { since })).counts.completed).toBe(2);
});

test('the reset of an older run is an attempt of that run, and leaves the newer one alone', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [store] = await addNamedDispensaries(world);
  await world.startWorker();
  const workflowId = crawlDispensaryId(store!.id);
  const runIds: string[] = [];
  for (const priority of [0, 25]) {
    const { runId } = await startCrawl(world.client, store!, { images: false, priority });
    runIds.push(runId!);
    await waitForCrawl(world.client, store!.id);
  }
  const [older, newer] = runIds as [string, string];
  const { runId: again } = await world.client.workflowService.resetWorkflowExecution({
    namespace: world.client.options.namespace,
    workflowExecution: { workflowId, runId: older },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'an-older-one',
    reason: 'a test',
  });
  await waitForCrawl(world.client, store!.id);
  await expectTasks(world.db).toMatchObject([
    { run_id: newer, status: 'completed', priority: 25 },
    { run_id: again, status: 'completed', priority: 0 },
  ]);
  const events = (await listRunEvents(world.db, older)).map(({ event }) => event);
  expect(events.slice(events.indexOf('reopened'))).toEqual(['reopened', 'claimed', 'stage', 'completed']);
  expect(events).not.toContain('failed');
  // The id of the first run shows the stages of the newest run.
  const detail = await readTaskDetail(world, { workflowId, runId: older });
  expect(detail).toMatchObject({
    task: { run_id: again },
    stages: [{ stage: 'fetch' }, { stage: 'ingest' }],
  });
});

test('a closed chain shows the size of its payload, what was asked for with it, and what it took', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [store] = await addNamedDispensaries(world);
  await world.startWorker();
  const wishes = { images: false, priority: 25, maxRetries: 2, retryCount: 1 };
  await startRetry(world.client, store!, { ...wishes, afterMs: 0, startId: 'a test' });
  await world.client.workflow.getHandle(laterId(retryName(store!.id))).result();
  const { payloadId } = await waitForCrawl(world.client, store!.id);
  const payload = world.db.selectFrom('raw_crawl_payloads').select('size_bytes').where('id', '=', payloadId);
  const { size_bytes: bytes } = await payload.executeTakeFirstOrThrow();
  const closed = { status: 'completed', result: { payload_id: payloadId, size_bytes: bytes } };
  const requested = { priority: 25, max_retries: 2, retry_count: 1 };
  await expectTasks(world.db).toMatchObject([{ ...closed, ...requested }]);
  const { runId } = await world.client.workflow.getHandle(crawlDispensaryId(store!.id)).describe();
  const costsOf = async () =>
    (await readTaskDetail(world, { workflowId: crawlDispensaryId(store!.id), runId }))?.costs;
  const costs = await costsOf();
  expect(costs).toMatchObject({ pages: 1, proxies: { sessions: 1, failed_sessions: 0 } });
  expect(costs?.menu_bytes).toBeGreaterThan(bytes);
  expect(costs?.stage_seconds).toBeGreaterThan(0);
  const events = await world.db.selectFrom('proxy_events').select('bytes').execute();
  expect(events).toEqual([{ bytes: costs?.proxies?.bytes }]);
  await sql`update runs set started_at = started_at - interval '31 days'`.execute(world.db);
  expect((await costsOf())?.proxies).toBe(null);
});

test('a chain that was terminated failed, and says so', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { running } = await makeBacklog(world);
  await world.client.workflow.getHandle(crawlDispensaryId(running.id)).terminate('a test');
  await expectTasks(world.db).toMatchObject([
    { status: 'failed', dispensary_id: running.id, error_message: expect.stringContaining('a test') },
  ]);
});

test('closed tasks are counted exactly up to a bound, and beyond it is said that there are more', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, ended_at, ended_as)
    select key_of_run(number::text, now() - number * interval '1 second'), 'crawl/' || number, number::text, 'crawlDispensary',
      'payload_fetch', now(), case when number = 1 then 'failed' else 'completed' end
    from generate_series(1, ${COUNTED_MAX + 2}) number
  `.execute(db);
  const count = createTaskCounter(db);
  const many = { completed: COUNTED_MAX, pending: 0 };
  expect(await count({})).toMatchObject({ counts: { ...many, failed: 1 }, more: ['completed'] });
  // The status with too many tasks is not counted again; all others are.
  await makeRun(db, { ended_as: 'failed', ended_at: new Date() });
  expect(await count({})).toMatchObject({
    counts: { ...many, failed: 2 },
    byRole: { payload_fetch: { ...many, failed: 2 } },
    more: ['completed'],
  });
  expect(await countAllTasks(db, {})).toMatchObject({ counts: { ...many, failed: 2 } });
});

test('a Temporal that is away leaves what was known, marked as such', async () => {
  const { db, url } = await createTestDatabase();
  const { client: direct, namespace, address } = await createTestNamespace();
  const link = await openLink(address);
  const connection = await Connection.connect({ address: link.address });
  followTemporal({ db, url, client: new Client({ connection, namespace }) });
  await startCrawl(direct, { ...STORE, id: 1 });
  await expectTasks(db).toMatchObject([{ status: 'pending' }]);
  const age = async () => (await listTasks(db, {}, ALL)).isStale;
  expect(await age()).toBe(false);
  link.cut();
  await expect.poll(age, { timeout: 60_000 }).toBe(true);
  expect((await listTasks(db, {}, ALL)).items).toHaveLength(1);
});
