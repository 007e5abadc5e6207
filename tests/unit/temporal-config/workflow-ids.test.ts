import { expect, test } from 'vitest';
import {
  crawlDispensaryId,
  crawlDueId,
  discoverStoresId,
  REFRESH_ANALYTICS_ID,
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
  expect(refreshPayloadId(7)).toBe('refresh/7');
  expect(REFRESH_ANALYTICS_ID).toBe('analytics');
  expect(SWEEP_STORAGE_ID).toBe('sweep-storage');
});

test('what a schedule starts itself has an id of its own, beside the one it starts in turn', () => {
  expect(scheduledStartId('payload_fetch_all')).toBe('scheduled/payload_fetch_all');
});

test('the id of a task stands in a URL as it is', () => {
  const runId = '0199c6f2-5a1b-7000-8000-000000000001';
  expect(taskId(crawlDispensaryId(12), runId)).toBe(`crawl~12~${runId}`);
  for (const workflowId of [
    discoverStoresId('dutchie', 'AZ+CA'),
    'scheduled/x-2026-01-01T00:00:00Z',
    'a b?c#d%2F',
  ]) {
    const id = taskId(workflowId, runId);
    expect(new URL(`http://host/tasks/${id}`).pathname).toBe(`/tasks/${id}`);
    expect(id).not.toMatch(/[/+:?# ]/);
    const [, , named] = /^((.*)~)[^~]*$/.exec(id) ?? [];
    expect(decodeURIComponent((named ?? '').replaceAll('~', '/'))).toBe(workflowId);
  }
});
