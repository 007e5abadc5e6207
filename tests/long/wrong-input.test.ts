import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { RawValue } from '@temporalio/common';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { expect, inject, onTestFinished, test } from 'vitest';
import { STATE_CODES } from '../../domain/state-code.ts';
import { discoverStoresId, discoveryArea } from '../../temporal-config/workflow-ids.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import * as workflows from '../../workflows/index.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { ANY_DUE, ONCE, WRONG_ARGUMENTS, WRONG_INPUTS } from './wrong-inputs.ts';

/** All workflow types, without the names of the default export, which handles unknown types. */
const TYPES = Object.entries(workflows).flatMap(([name, workflow]) =>
  workflow === workflows.default ? [] : [name],
);

const QUEUE = 'crawlchain';

// Silences the log, which would get some hundred failures.
quietRuntime();

/** Starts a worker that runs workflows but no activities. @returns a client of its namespace */
async function startWorkflows(): Promise<Client> {
  const namespace = await createTestNamespace();
  const workflowBundle = { codePath: inject('workflowBundlePath') };
  await startWorker(namespace, { taskQueue: QUEUE, workflowBundle, dataConverter: DATA_CONVERTER });
  return namespace.client;
}

async function startWorker(
  { namespace, address }: Awaited<ReturnType<typeof createTestNamespace>>,
  options: WorkerOptions,
): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, namespace, ...options });
  const ended = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await ended;
    await connection.close();
  });
}

/** Runs a workflow and returns its failure as text. If workflow tasks fail again and again, the timeout ends the workflow. */
async function failureOf(client: Client, type: string, args: unknown[]): Promise<string> {
  const run = client.workflow.execute(type, {
    workflowId: `${type}/${randomUUID()}`,
    taskQueue: QUEUE,
    args,
    workflowExecutionTimeout: '60 seconds',
  });
  const error: unknown = await run.then(
    (result: unknown) => `completed with ${JSON.stringify(result)}`,
    (reason: unknown) => reason,
  );
  return error instanceof WorkflowFailedError ? (error.cause?.message ?? '') : String(error);
}

test('every workflow refuses wrong input at once and says what it takes; nothing is started and nothing is left running', async () => {
  const client = await startWorkflows();
  for (const type of TYPES) {
    const wrong = [...WRONG_ARGUMENTS, ...(WRONG_INPUTS[type] ?? []).map((input) => [input])];
    const text = await Promise.all(wrong.map((args) => failureOf(client, type, args)));
    for (const [at, said] of text.entries()) {
      const given = `${type} ${JSON.stringify(wrong[at]).slice(0, 200)}`;
      expect(said, given).toMatch(new RegExp(`^${type}: .+; it takes .+`));
      expect(said.length, given).toBeLessThan(4_000);
    }
  }
  await expect(client.workflow.getHandle('crawl-due/all').describe()).rejects.toThrow(/not found/i);
  expect(await failureOf(client, 'startOnce', [{ ...ONCE, workflow: 'crawldue' }])).toBe(
    'startOnce: workflow is "crawldue"; it takes "crawlDue", "discoverStores", "crawlDispensary", "refreshFromPayload", ' +
      '"resolveEntryPoint", "refreshAnalytics", "probeProxies", "sweepStorage"',
  );
  const near = { platform: 'dutchie', areas: [{ stateCode: 'AZ', near: null }] };
  expect(await failureOf(client, 'discoverStores', [near])).toContain(
    'areas is [{"stateCode":"AZ","near":null}]; it takes a list such as',
  );
});

test('a discovery of all states and provinces can be started for later, by its id', async () => {
  const client = await startWorkflows();
  const workflowId = discoverStoresId('dutchie', discoveryArea([...STATE_CODES]));
  const input = { platform: 'dutchie', states: STATE_CODES };
  const started = await client.workflow.execute('startOnce', {
    workflowId: `later/${randomUUID()}`,
    taskQueue: QUEUE,
    args: [{ workflow: 'discoverStores', workflowId, input }],
    workflowExecutionTimeout: '60 seconds',
  });
  expect(started).toMatchObject({ workflowId, outcome: 'started' });
  await client.workflow.getHandle(workflowId).terminate();
});

test('a type that there is not is refused at once', async () => {
  const client = await startWorkflows();
  for (const type of ['crawlDispensery', 'CrawlDue', 'constructor', 'default', 'toString'])
    expect(await failureOf(client, type, [{ dispensaryId: 8 }])).toBe(
      `${type}: unknown workflow type; known types are crawlDue, discoverStores, crawlDispensary, refreshFromPayload, ` +
        'resolveEntryPoint, refreshAnalytics, probeProxies, sweepStorage, job, startOnce, bulkAction, scheduledCrawlDue, scheduledDiscoverStores, scheduledCrawlDispensary, ' +
        'scheduledRefreshFromPayload, scheduledResolveEntryPoint, scheduledRefreshAnalytics, scheduledProbeProxies, scheduledSweepStorage',
    );
});

/** Returns a payload with these bytes, as `temporal workflow start --input … --input-meta encoding=…` sends it. */
function asTyped(text: string, encoding = 'json/plain'): RawValue {
  return RawValue.fromPayload({
    metadata: { encoding: new TextEncoder().encode(encoding) },
    data: new TextEncoder().encode(text),
  });
}

test('an input that nobody can read is refused, and a promotion that nobody can read does no harm', async () => {
  const client = await startWorkflows();
  for (const type of TYPES)
    for (const [text, encoding] of [
      ['{not json'],
      [''],
      ['{}', 'json/protobuf'],
      ['{}', 'foo/bar'],
      ['', 'binary/plain'],
    ] as const)
      expect(await failureOf(client, type, [asTyped(text, encoding)]), `${type} ${encoding} ${text}`).toMatch(
        new RegExp(`^${type}: .+; it takes .+`),
      );
  expect(await failureOf(client, 'crawlDue', [asTyped('{}', 'foo/bar')])).toContain(
    'the input is "a payload that cannot be read: Unknown encoding: foo/bar"; it takes a JSON object with scope',
  );
  const chain = await client.workflow.start('crawlDispensary', {
    workflowId: 'crawl/2',
    taskQueue: QUEUE,
    args: [{ dispensaryId: 2, platform: 'dutchie' }],
  });
  await chain.signal('promote', asTyped('{not json'));
  expect(await chain.query('progress')).toMatchObject({ stage: 'fetch' });
  await chain.terminate();
});

test('an input of thousands of objects within each other is refused', async () => {
  const client = await startWorkflows();
  const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
  expect(await failureOf(client, 'job', [asTyped(`{"jobType":"scrape","payload":${deep}}`)])).toBe(
    'job: payload is nested more than 64 levels deep; ' +
      'it takes a JSON object nested at most 64 levels deep',
  );
  for (const type of TYPES)
    expect(await failureOf(client, type, [asTyped(deep)])).toMatch(new RegExp(`^${type}: .+; it takes .+`));
});

test('a chain goes on after a promotion that is typed wrongly', async () => {
  const client = await startWorkflows();
  const chain = await client.workflow.start('crawlDispensary', {
    workflowId: 'crawl/1',
    taskQueue: QUEUE,
    args: [{ dispensaryId: 1, platform: 'dutchie' }],
  });
  for (const promotion of [null, 'now', { priority: '20' }, { priority: null }])
    await chain.signal('promote', promotion);
  expect(await chain.query('progress')).toMatchObject({ stage: 'fetch' });
  const { events } = await chain.fetchHistory();
  expect(events?.filter(({ workflowTaskFailedEventAttributes: failed }) => failed != null)).toEqual([]);
  await chain.terminate();
});

test('a fan-out that earlier code began with fields that are refused today goes on when it continues as new', async () => {
  const namespace = await createTestNamespace();
  const workflowsPath = fileURLToPath(new URL('../support/earlier-workflows.ts', import.meta.url));
  await startWorker(namespace, { taskQueue: 'earlier', workflowsPath });
  const workflowBundle = { codePath: inject('workflowBundlePath') };
  await startWorker(namespace, { taskQueue: QUEUE, workflowBundle, dataConverter: DATA_CONVERTER });
  const fanOut = await namespace.client.workflow.start('crawlDue', {
    workflowId: 'crawl-due/all',
    taskQueue: 'earlier',
    args: [{ ...ANY_DUE, note: 'by Ann' }],
  });
  const latest = namespace.client.workflow.getHandle('crawl-due/all');
  await expect
    .poll(async () => (await latest.describe()).runId, { timeout: 60_000 })
    .not.toBe(fanOut.firstExecutionRunId);
  expect(await latest.query('progress')).toMatchObject({ started: 0 });
  await latest.terminate();
});
