import { expect, test } from 'vitest';
import { formatTable } from '../../../cli/format-table.ts';

test('columns are aligned, numbers at the right, and no line ends in blanks', () => {
  const rows = [
    ['a', 1, 'x'],
    ['long', 1000, ''],
  ];
  expect(formatTable(['name', 'count', 'note'], rows)).toBe(
    ['name  count  note', 'a         1  x', 'long   1000', ''].join('\n'),
  );
});
