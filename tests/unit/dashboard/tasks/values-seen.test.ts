import { expect, test } from 'vitest';
import { valuesSeen } from '../../../../dashboard/tasks/values-seen.ts';

test('a key has the values of the runs, each once; one that takes other values has none', () => {
  const runs = [
    { worker_id: 'Kryll', error_kind: null },
    { worker_id: 'Kira' },
    { worker_id: 'Kryll', error_kind: 'Blocked' },
  ] as never[];
  expect(valuesSeen(runs, 'worker')).toEqual(['Kryll', 'Kira']);
  expect(valuesSeen(runs, 'error')).toEqual(['Blocked']);
  expect(valuesSeen(runs, 'status')).toEqual([]);
});
