import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addActed,
  BULK_ACTIONS,
  bulkFault,
  describeBulk,
  countOf,
  isUnexpected,
  noCounts,
  percentOf,
  reportOf,
  type Acted,
  type BulkCounts,
} from '../../../domain/bulk-action.ts';

const acted = fc.oneof(
  fc.constant<Acted>({ outcome: 'done' }),
  fc.record({
    outcome: fc.constantFrom('skipped' as const, 'failed' as const),
    reason: fc.oneof(fc.constantFrom('one', 'two'), fc.string()),
  }),
);

test('every run is counted once, whatever became of it, and counts stay small', () => {
  fc.assert(
    fc.property(fc.array(acted, { maxLength: 200 }), (acts) => {
      const counts = acts.reduce<BulkCounts>((sum, one, at) => addActed(sum, `id-${at}`, one), {
        ...noCounts(),
        matched: acts.length,
      });
      expect(counts.done + countOf(counts.skipped) + countOf(counts.failed)).toBe(acts.length);
      for (const tallies of [counts.skipped, counts.failed]) {
        expect(tallies.length).toBeLessThanOrEqual(20);
        expect(new Set(tallies.map(({ reason }) => reason)).size).toBe(tallies.length);
        for (const { count, ids } of tallies) expect(ids.length).toBe(Math.min(count, 20));
      }
      expect(percentOf(counts)).toBeLessThan(100);
    }),
  );
});

test('a count is unexpected where it is more than a tenth of what was expected apart', () => {
  expect([90, 100, 110].map((count) => isUnexpected(100, count, false))).toEqual([false, false, false]);
  expect([89, 111, 0].map((count) => isUnexpected(100, count, false))).toEqual([true, true, true]);
  expect([isUnexpected(0, 0, false), isUnexpected(0, 1, false)]).toEqual([false, true]);
  // If more runs match than are counted, their exact number is unknown.
  expect([isUnexpected(50_000, 10_000, true), isUnexpected(50, 10_000, true)]).toEqual([false, true]);
});

test('a filter that names nothing, or statuses that an action can do nothing about, is a fault', () => {
  for (const action of BULK_ACTIONS) {
    expect(bulkFault({ action, of: 'jobs', filter: {} })).toContain('at least one field');
    expect(bulkFault({ action, of: 'jobs', filter: { state: undefined } })).toContain('at least one field');
    expect(bulkFault({ action, of: 'jobs', filter: { account: 'ann' } })).toBeNull();
  }
  const status = (action: (typeof BULK_ACTIONS)[number], text: string) =>
    bulkFault({ action, of: 'tasks', filter: { status: text } });
  expect(status('retry', 'failed,unconfirmed')).toBeNull();
  expect(status('retry', 'failed,running')).toContain('to retry tasks, got running');
  expect(status('cancel', 'pending,stale')).toBeNull();
  expect(status('start', 'claimed')).toBe('filter.status takes pending to start tasks, got claimed');
  expect(
    bulkFault({ action: 'cancel', of: 'tasks', filter: { ended_since: '2026-01-01T00:00:00Z' } }),
  ).toContain('only retry and delete take those');
});

test('what is asked for is said in a sentence, of long values the beginning', () => {
  const filter = { status: 'failed', state: 'NV', error: undefined, ids: 'x'.repeat(300) };
  const requested = { action: 'retry', of: 'tasks', filter } as const;
  const ids = `${'x'.repeat(200)}...`;
  expect(describeBulk(requested, { count: 42, hasMore: false })).toBe(
    `retry of 42 tasks with status failed, state NV, ids ${ids}`,
  );
  expect(describeBulk({ ...requested, filter: { state: 'NV' } }, { count: 10_000, hasMore: true })).toBe(
    'retry of more than 10000 tasks with state NV',
  );
});

test('a report says in words how far it is', () => {
  const requested = { action: 'retry', of: 'tasks', filter: { state: 'NV' } } as const;
  expect(reportOf(requested, noCounts()).summary).toBe(
    'counts the tasks, 0 started once more, 0 skipped, 0 failed',
  );
  const counts = addActed({ ...noCounts(), matched: 2 }, 'a', {
    outcome: 'skipped',
    reason: 'it has run again',
  });
  expect(reportOf(requested, counts)).toMatchObject({
    matched: 2,
    skipped: [{ reason: 'it has run again', count: 1, ids: ['a'] }],
    summary: '2 tasks, 0 started once more, 1 skipped, 0 failed',
  });
});
