import { expect, test } from 'vitest';
import { formatDoubted } from '../../../../dashboard/overview/format-doubted.ts';

test('crawls whose menus were doubted are said to be decided once no menu waits', () => {
  expect([formatDoubted(8, 3), formatDoubted(8, 0)]).toEqual(['8 doubted', '8 doubted, decided since']);
});
