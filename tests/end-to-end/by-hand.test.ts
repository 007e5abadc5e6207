import { WorkflowFailedError, type Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

// Workflows that a person starts in the Web UI or with the `temporal` command: without search attributes, and with inputs typed by hand.

test('a chain that is started by hand works, can be found and tells how far it is', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const handle = await world.client.workflow.start('crawlDispensary', {
    workflowId: `crawl/${dispensary.id}`,
    taskQueue: 'crawlchain',
    args: [{ dispensaryId: dispensary.id }],
  });
  await handle.result();
  expect(await handle.query('progress')).toMatchObject({
    stage: 'done',
    summary: expect.stringContaining(dispensary.name),
  });
  const { typedSearchAttributes } = await handle.describe();
  const attributes = Object.fromEntries(
    typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
  );
  expect(attributes).toMatchObject({
    Role: 'payload_fetch',
    Platform: 'dutchie',
    DispensaryId: String(dispensary.id),
    Outcome: 'completed',
  });
});

test('a workflow whose input is typed wrongly fails at once and says what it takes', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  await world.startWorker();
  const failureOf = (type: string, input: unknown, id = `${type}/by hand`) =>
    failureWords(world.client, { type, input, id });
  expect(await failureOf('crawlDispensary', { dispensaryId: 'one' })).toBe(
    'crawlDispensary: dispensaryId is "one"; it takes a whole number above 0',
  );
  expect(await failureOf('crawlDispensary', { dispensaryId: 1, platform: 'weedmaps' })).toContain(
    'platform is "weedmaps"; it takes "dutchie"',
  );
  expect(await failureOf('crawlDispensary', { dispensaryId: 1, role: 'cook' })).toContain(
    'role is "cook"; it takes "product_discovery" or "payload_fetch"',
  );
  expect(await failureOf('crawlDue', {})).toContain('scope is missing; it takes "all" or a two-letter state');
  expect(await failureOf('discoverStores', { platform: 'dutchie', states: 'AZ' })).toContain(
    'states is "AZ"; it takes a list',
  );
  expect(await failureOf('discoverStores', null)).toContain('platform is missing');
  expect(await failureOf('crawlDispensary', { dispensaryId: 4711 }, 'crawl/4711')).toBe(
    'There is no dispensary 4711.',
  );
  expect(await failureOf('crawlDispensary', { dispensaryId: 4711 }, 'crawl/4712')).toBe(
    'crawlDispensary: the workflow id is "crawl/4712"; for this input it has to be "crawl/4711"',
  );
});

interface ByHand {
  type: string;
  input: unknown;
  id: string;
}

async function failureWords(client: Client, { type, input, id }: ByHand): Promise<string> {
  const run = client.workflow.execute(type, { workflowId: id, taskQueue: 'crawlchain', args: [input] });
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WorkflowFailedError);
  let deepest = error as Error;
  while (deepest.cause instanceof Error) deepest = deepest.cause;
  return deepest.message;
}
