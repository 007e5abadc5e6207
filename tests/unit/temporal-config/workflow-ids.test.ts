import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  crawlDispensaryId,
  crawlDueId,
  discoverStoresId,
  fanOutId,
  REFRESH_ANALYTICS_ID,
  readTaskId,
  refreshPayloadId,
  scheduledStartId,
  SWEEP_STORAGE_ID,
  taskId,
} from '../../../temporal-config/workflow-ids.ts';

test('the id of a chain is made of the dispensary alone, so that it is the lock', () => {
  expect(crawlDispensaryId(42)).toBe('crawl/42');
});

test('workflows that exist once have fixed ids', () => {
  expect(discoverStoresId('dutchie', 'all')).toBe('discover/dutchie/all');
  expect(crawlDueId('AZ')).toBe('crawl-due/AZ');
  expect(crawlDueId('AZ', 'blaze')).toBe('crawl-due/blaze/AZ');
  expect(fanOutId({ scope: 'all' })).toBe('crawl-due/all');
  const spread = { batches: 6, overHours: 24 };
  expect(fanOutId({ scope: 'AZ', platform: 'blaze', spread })).toBe('crawl-due/blaze/AZ/batches');
  expect(refreshPayloadId(7)).toBe('refresh/7');
  expect(REFRESH_ANALYTICS_ID).toBe('analytics');
  expect(SWEEP_STORAGE_ID).toBe('sweep-storage');
});

test('what a schedule starts itself has an id of its own, beside the one it starts in turn', () => {
  expect(scheduledStartId('payload_fetch_all')).toBe('scheduled/payload_fetch_all');
});

const RUN_ID = '0199c6f2-5a1b-7000-8000-000000000001';

test('the id of a task names a run of a workflow, and says so to people', () => {
  expect(taskId(crawlDispensaryId(12), RUN_ID)).toBe(`crawl~12~${RUN_ID}`);
  expect(taskId(discoverStoresId('dutchie', 'AZ+CA'), RUN_ID)).toBe(`discover~dutchie~AZ=2BCA~${RUN_ID}`);
  expect(readTaskId(`crawl~12~${RUN_ID}`)).toEqual({ workflowId: 'crawl/12', runId: RUN_ID });
});

test('the id of a task stands in a URL as it is, stays what it is when a path is decoded, and leads back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '/', '~', '=', '%', '2', 'F', ' ', '?', '#', '+', 'é', '💧') }),
      fc.uuid(),
      (text, runId) => {
        const workflowId = `x${text}`;
        const id = taskId(workflowId, runId);
        expect(new URL(`http://host/tasks/${id}`).pathname).toBe(`/tasks/${id}`);
        expect(decodeURIComponent(id)).toBe(id);
        expect(readTaskId(id)).toEqual({ workflowId, runId });
      },
    ),
  );
});

test.each([
  '',
  '12',
  `crawl/12~${RUN_ID}`,
  `~${RUN_ID}`,
  RUN_ID,
  'crawl~12~1234',
  `a=FF~${RUN_ID}`,
  `a=~${RUN_ID}`,
])('%j is the id of no task', (id) => {
  expect(readTaskId(id)).toBeNull();
});
