import { expect, test } from 'vitest';
import { doubtedInWords } from '../../../../dashboard/overview/doubted-words.ts';

test('crawls whose menus were doubted are said to be decided once no menu waits', () => {
  expect([doubtedInWords(8, 3), doubtedInWords(8, 0)]).toEqual(['8 doubted', '8 doubted, decided since']);
});
