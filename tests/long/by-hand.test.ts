import { expect, test } from 'vitest';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

// Workflows that a person starts in the Web UI or with the `temporal` command: without search attributes, and with inputs typed by hand.

test('workflows of another platform’s store that are started by hand without the platform find its queue and its labels', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, restDispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world, { platform: 'blaze', isResolved: false });
  await world.startWorker();
  const runByHand = async (type: string, id: string, input: object) => {
    const handle = await world.client.workflow.start(type, {
      workflowId: id,
      taskQueue: 'crawlchain',
      args: [input],
    });
    await handle.result();
    return handle;
  };
  const { id: dispensaryId, stateCode } = dispensary;
  const resolve = await runByHand('resolveEntryPoint', `resolve/${dispensaryId}`, {
    dispensaryId,
    crawl: false,
  });
  const crawl = await runByHand('crawlDispensary', `crawl/${dispensaryId}`, { dispensaryId, images: false });
  for (const handle of [resolve, crawl]) {
    const { events } = await handle.fetchHistory();
    const queues = events?.flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.taskQueue?.name ?? [],
    );
    expect(queues).toContain('fetch-blaze');
    expect(queues).not.toContain('fetch-dutchie');
    const { typedSearchAttributes } = await handle.describe();
    const attributes = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(attributes)).toMatchObject({
      Platform: 'blaze',
      DispensaryId: String(dispensaryId),
      StateCode: stateCode,
    });
  }
});
