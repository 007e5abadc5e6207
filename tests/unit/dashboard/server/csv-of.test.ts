import { expect, test } from 'vitest';
import { csvOf } from '../../../../dashboard/server/csv-of.ts';

test('rows have the names of their fields first, and nothing in them breaks a line or becomes a formula', () => {
  const rows = [
    { id: 1, name: 'Green, "the" Leaf', at: null, byHour: [0, 2], isNew: true },
    { id: 2, name: '=HYPERLINK("x")', at: 'two\nlines', byHour: [], isNew: false },
  ];
  expect(csvOf(rows)).toBe(
    [
      'id,name,at,byHour,isNew',
      '1,"Green, ""the"" Leaf",,"[0,2]",true',
      `2,"'=HYPERLINK(""x"")","two\nlines",[],false`,
      '',
    ].join('\n'),
  );
  expect(csvOf([{ change: -3 }])).toBe('change\n-3\n');
});
