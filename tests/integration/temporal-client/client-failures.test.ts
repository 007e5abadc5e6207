import { expect, onTestFinished, test } from 'vitest';
import { connectCrawlchain, WorkFailed, WorkUnknown } from '../../../temporal-client/crawlchain-client.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function connect() {
  const client = await connectCrawlchain(await createTestNamespace());
  onTestFinished(() => client.close());
  return client;
}

test('work that Temporal does not know is told so by all that ask for it', async () => {
  const client = await connect();
  const crawl = client.crawlOf(99);
  const told = 'Temporal knows no workflow crawl/99: it was never started, or is deleted by now.';
  await expect(crawl.result()).rejects.toThrow(new WorkUnknown(told));
  await expect(crawl.progress()[Symbol.asyncIterator]().next()).rejects.toThrow(new WorkUnknown(told));
  expect(await crawl.cancel()).toBe(false);
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
