import { expect, test } from 'vitest';
import { levelOf } from '../../../../dashboard/workers/usage-level.ts';

test('a share is low below 50, medium to 74, high to 89, and very high from 90 on', () => {
  expect([0, 49, 50, 74, 75, 89, 90, 140].map(levelOf)).toEqual([
    'low',
    'low',
    'medium',
    'medium',
    'high',
    'high',
    'very high',
    'very high',
  ]);
});
