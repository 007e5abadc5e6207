import { expect, test } from 'vitest';
import { newTaskSchema } from '../../../../../api/schemas/new-task.ts';
import { resyncSchema } from '../../../../../api/schemas/starts.ts';
import {
  dispensaryOf,
  hasField,
  KINDS,
  readWork,
  type WorkForm,
} from '../../../../../dashboard/tasks/new-task/new-work.ts';

const FILLED: WorkForm = {
  kind: 'payload_fetch',
  dispensary: '12: Desert Bloom, Phoenix, AZ',
  state: 'az',
  city: 'Phoenix',
  platform: 'dutchie',
  payload: '77',
  priority: '20',
  scheduledFor: '2026-03-01T08:30',
};

test('every kind of work, with all its fields or only those that it needs, is what the API takes', () => {
  for (const { kind } of KINDS)
    for (const form of [
      { ...FILLED, kind },
      { ...FILLED, kind, city: '', platform: '', priority: '', scheduledFor: '' },
    ]) {
      const work = readWork(form);
      if (typeof work === 'string') throw new Error(`${kind}: ${work}`);
      const { error } =
        'task' in work ? newTaskSchema.safeParse(work.task) : resyncSchema.safeParse(work.resync);
      expect([kind, error]).toEqual([kind, undefined]);
    }
});

test('what a kind of work does not take is left out, even if it was typed', () => {
  expect(readWork({ ...FILLED, kind: 'analytics_refresh', scheduledFor: '' })).toEqual({
    task: { role: 'analytics_refresh', priority: 20 },
  });
  expect(readWork(FILLED)).toEqual({
    task: {
      role: 'payload_fetch',
      dispensary_id: 12,
      priority: 20,
      scheduled_for: new Date('2026-03-01T08:30').toISOString(),
    },
  });
  expect(hasField({ kind: 'payload_fetch' }, 'state')).toBe(false);
});

test('what is missing or wrong is said in words', () => {
  expect(readWork({ ...FILLED, dispensary: 'Desert' })).toContain('Which dispensary?');
  expect(readWork({ ...FILLED, kind: 'product_refresh', payload: 'latest' })).toContain('Which payload?');
  expect(readWork({ ...FILLED, kind: 'resync', state: 'Arizona' })).toContain('Which state?');
  expect(readWork({ ...FILLED, priority: 'high' })).toContain('whole number');
});

test('a name that begins with digits is no number of a dispensary', () => {
  expect(['12', ' 12: 420 Kings, Reno', '420 Ki', '7', '7 Leaf', 'Leaf'].map(dispensaryOf)).toEqual([
    12,
    12,
    null,
    7,
    null,
    null,
  ]);
});
