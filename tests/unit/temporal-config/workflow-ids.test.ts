import { expect, test } from 'vitest';
import {
  crawlDispensaryId,
  crawlDueId,
  discoverStoresId,
  REFRESH_ANALYTICS_ID,
  refreshPayloadId,
  scheduledStartId,
  SWEEP_STORAGE_ID,
} from '../../../temporal-config/workflow-ids.ts';

test('the id of a chain is made of the dispensary alone, so that it is the lock', () => {
  expect(crawlDispensaryId(42)).toBe('crawl/42');
});

test('workflows that exist once have fixed ids', () => {
  expect(discoverStoresId('dutchie', 'all')).toBe('discover/dutchie/all');
  expect(crawlDueId('AZ')).toBe('crawl-due/AZ');
  expect(refreshPayloadId(7)).toBe('refresh/7');
  expect(REFRESH_ANALYTICS_ID).toBe('analytics');
  expect(SWEEP_STORAGE_ID).toBe('sweep-storage');
});

test('what a schedule starts itself has an id of its own, beside the one it starts in turn', () => {
  expect(scheduledStartId('payload_fetch_all')).toBe('scheduled/payload_fetch_all');
});
