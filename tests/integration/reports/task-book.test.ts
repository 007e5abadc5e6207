import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { createTaskBook, type TaskBook } from '../../../reports/task-book.ts';
import { startCrawl, startRetry, waitForCrawl } from '../../../temporal-client/crawl-control.ts';
import { crawlDispensaryId, laterId, retryName } from '../../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { makeBacklog } from '../../support/crawl-backlog.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { openLink } from '../../support/server-link.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const STORE = { name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
const ALL = { after: null, limit: 100 };

const expectTasks = (book: TaskBook, filter: Parameters<TaskBook['list']>[0] = {}) =>
  expect.poll(async () => (await book.list(filter, ALL)).items, { timeout: 60_000, interval: 300 });

test('a task of whose worker nothing was heard for too long is stale', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { running } = await makeBacklog(world);
  const patient = createTaskBook(world);
  const impatient = createTaskBook({ ...world, staleAfterMs: 0 });
  await expectTasks(patient).toMatchObject([{ status: 'running', dispensary_id: running.id }]);
  await expectTasks(impatient, { statuses: ['stale'] }).toMatchObject([{ dispensary_id: running.id }]);
  expect((await impatient.count({})).counts).toMatchObject({ stale: 1, running: 0 });
});

test('runs of resets, whose ids are random, stand where they began', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const [one, other] = await addNamedDispensaries(world);
  await world.startWorker();
  const book = createTaskBook(world);
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
  runs.unshift(reset.runId);
  await waitForCrawl(world.client, one!.id);
  expect(reset.runId[14]).toBe('4');
  await crawl(other);
  await expectTasks(book, { statuses: ['completed'] }).toMatchObject(
    runs.map((runId) => ({ run_id: runId })),
  );
  const since = (await book.list({}, ALL)).items[1]!.created_at;
  expect((await book.count({ since })).counts.completed).toBe(2);
});

test('a closed chain shows the size of its payload, and what was asked for with it while Temporal has it', async () => {
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
  const asked = { priority: 25, max_retries: 2, retry_count: 1 };
  await expectTasks(createTaskBook(world)).toMatchObject([{ ...closed, ...asked }]);
});

test('a chain that was terminated failed, although the ledger holds it for running', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const { running } = await makeBacklog(world);
  await world.client.workflow.getHandle(crawlDispensaryId(running.id)).terminate('a test');
  await expectTasks(createTaskBook(world)).toMatchObject([{ status: 'failed', dispensary_id: running.id }]);
});

test('however many ask, visibility is asked less than five times a second, and nobody asks twice', async () => {
  const { db } = await createTestDatabase();
  const { namespace, address } = await createTestNamespace();
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  let questions = 0;
  const { workflowService } = client;
  const list = workflowService.listWorkflowExecutions.bind(workflowService);
  workflowService.listWorkflowExecutions = ((request: Parameters<typeof list>[0]) => {
    questions += 1;
    return list(request);
  }) as typeof list;
  for (const id of [1, 2, 3]) await startCrawl(client, { ...STORE, id });
  const book = createTaskBook({ db, client });
  const began = performance.now();
  const dashboard = async () => {
    while (performance.now() - began < 4_000) await Promise.all([book.list({}, ALL), book.count({})]);
  };
  await Promise.all(Array.from({ length: 50 }, dashboard));
  const seconds = (performance.now() - began) / 1_000;
  expect(questions).toBeGreaterThan(2);
  // What is asked at the very beginning is no rate.
  expect((questions - 5) / seconds).toBeLessThan(5);
});

test('a Temporal that is away leaves what was known, marked; without anything known it is an error', async () => {
  const { db } = await createTestDatabase();
  const { client: direct, namespace, address } = await createTestNamespace();
  const link = await openLink(address);
  const connection = await Connection.connect({ address: link.address });
  const client = new Client({ connection, namespace });
  await startCrawl(direct, { ...STORE, id: 1 });
  const book = createTaskBook({ db, client });
  await expectTasks(book).toHaveLength(1);
  const before = await book.list({}, ALL);
  expect(before.isStale).toBe(false);
  link.cut();
  const seen: Awaited<ReturnType<TaskBook['list']>>[] = [];
  await expect
    .poll(async () => seen.unshift(await book.list({}, ALL)) > 0 && seen[0]!.isStale, { timeout: 60_000 })
    .toBe(true);
  expect(seen[0]!.items).toHaveLength(1);
  expect(seen[0]!.asOf.getTime()).toBeLessThan(Date.now() - 1_000);
  const began = performance.now();
  await expect(createTaskBook({ db, client }).list({}, ALL)).rejects.toThrow('Temporal');
  expect(performance.now() - began).toBeLessThan(10_000);
});
