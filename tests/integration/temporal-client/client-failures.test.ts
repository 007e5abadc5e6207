import { expect, onTestFinished, test } from 'vitest';
import {
  connectCrawlchain,
  WorkFailed,
  WorkUnknown,
  WrongScope,
} from '../../../temporal-client/crawlchain-client.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function connect() {
  const client = await connectCrawlchain(await createTestNamespace());
  onTestFinished(() => client.close());
  return client;
}

test('work that Temporal does not know is told so by all that ask for it', async () => {
  const client = await connect();
  const crawl = client.crawlOf(99);
  const reported = 'Temporal has no workflow crawl/99: it was never started, or has been deleted.';
  await expect(crawl.result()).rejects.toThrow(new WorkUnknown(reported));
  await expect(crawl.progress()[Symbol.asyncIterator]().next()).rejects.toThrow(new WorkUnknown(reported));
  expect(await crawl.cancel()).toBe(false);
});

test('a search that cannot be is refused, and one of a city or of some states has the id of its scope', async () => {
  const client = await connect();
  const stores = { platform: 'dutchie' as const, states: ['AZ'] };
  expect(await client.discover({ ...stores, city: 'Phoenix' })).toMatchObject({
    workflowId: 'discover/dutchie/AZ/phoenix',
    isNew: true,
  });
  expect(await client.discover({ ...stores, states: ['NV', 'AZ'] })).toMatchObject({
    workflowId: 'discover/dutchie/AZ+NV',
  });
  await expect(client.discover({ ...stores, states: [] })).rejects.toThrow(WrongScope);
});

test('following ends with the reason of the signal, and the work goes on', async () => {
  const client = await connect();
  const crawl = await client.crawl({ id: 7, platform: 'dutchie' });
  const controller = new AbortController();
  const steps = crawl.progress({ signal: controller.signal })[Symbol.asyncIterator]();
  expect(await steps.next()).toMatchObject({ value: { status: 'running' } });
  const next = steps.next();
  const reason = new Error('the shift is over');
  controller.abort(reason);
  await expect(next).rejects.toBe(reason);
  const { status } = await client.temporal.workflow.getHandle(crawl.workflowId).describe();
  expect(status.name).toBe('RUNNING');
  await client.temporal.workflow.getHandle(crawl.workflowId).terminate('the test is over');
  await expect(crawl.result()).rejects.toThrow(WorkFailed);
});

test('work that refuses its input fails, however it is asked for', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  await world.startWorker();
  const client = await connectCrawlchain({ address: world.temporalAddress, namespace: world.namespace });
  onTestFinished(() => client.close());
  const crawl = await client.crawl({ id: 0, platform: 'dutchie' });
  let last: unknown = null;
  for await (last of crawl.progress({ everyMs: 100 }));
  expect(last).toMatchObject({ status: 'failed', progress: null });
  await expect(crawl.result()).rejects.toThrow(WorkFailed);
});
