import { test } from 'vitest';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { expectExamplesToRun } from '../support/run-examples.ts';

test('the examples start, follow, wait for, cancel and replay', async () => {
  await expectExamplesToRun(await createCrawlWorld({ dispensaries: 1, products: 20 }), 'examples');
});
