import { expect, test } from 'vitest';
import { newerOf, withChanges } from '../../../../dashboard/tasks/with-changes.ts';
import type { ListedRun } from '../../../../dashboard/server/api-client.ts';

function runOf(id: string, status: string, second: number): ListedRun {
  return { id, status, progress: { pages: 1 }, updated_at: `2026-01-01T00:00:0${second}Z` } as never;
}

test('what did not change stays the same object, and so does the map of all of them', () => {
  const before = withChanges(new Map(), [runOf('a', 'running', 1), runOf('b', 'running', 1)]);
  expect(withChanges(before, [runOf('a', 'running', 1)])).toBe(before);
  const after = withChanges(before, [runOf('a', 'running', 1), runOf('b', 'failed', 2)]);
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).toEqual(runOf('b', 'failed', 2));
  expect(before.get('b')).toMatchObject({ status: 'running' });
});

test('a run is the later one of what was loaded and what was seen', () => {
  const loaded = runOf('a', 'running', 1);
  const changed = runOf('a', 'failed', 2);
  expect(newerOf(loaded, undefined)).toBe(loaded);
  expect(newerOf(loaded, changed)).toBe(changed);
  expect(newerOf(changed, loaded)).toBe(changed);
  expect(newerOf(loaded, runOf('a', 'running', 1))).toBe(loaded);
});
