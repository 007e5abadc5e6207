import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Column } from '../../../../cli/output/column.ts';
import { formatTable } from '../../../../cli/output/format-table.ts';
import type { Display } from '../../../../cli/output/display.ts';

interface Row {
  id: string;
  count: number | null;
  at: string;
  status: string;
  note: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { header: 'id', value: 'id', kind: 'id' },
  { header: 'count', value: 'count', kind: 'number', isMinor: true },
  { header: 'at', value: 'at', kind: 'time' },
  { header: 'status', value: 'status', kind: 'status' },
  { header: 'note', value: ({ note }) => note },
];

const ROWS: Row[] = [
  { id: 'a', count: 1, at: '2026-01-31T08:00:00.123Z', status: 'running: fetch', note: '日本\u001B[2J' },
  { id: 'long', count: null, at: '2026-01-31T07:00:00.123Z', status: 'failed', note: 'x'.repeat(80) },
];

const PIPE: Display = { width: null, hasColors: false, nowMs: null };
const TERMINAL: Display = { width: 80, hasColors: false, nowMs: Date.parse('2026-01-31T08:03:10Z') };

test('for a program columns are aligned, times are exact, and nothing is cut', () => {
  expect(formatTable(COLUMNS, ROWS, PIPE)).toBe(
    [
      'id    count  at                    status          note',
      'a         1  2026-01-31T08:00:00Z  running: fetch  日本[2J',
      `long      -  2026-01-31T07:00:00Z  failed          ${'x'.repeat(80)}`,
      '',
    ].join('\n'),
  );
  expect(formatTable(COLUMNS, [], PIPE)).toBe('');
});

test('a terminal gets times from now, and the widest text is cut', () => {
  const lines = formatTable(COLUMNS, ROWS, TERMINAL).trimEnd().split('\n');
  expect(lines).toEqual([
    'id    count  at         status          note',
    'a         1  3 min ago  running: fetch  日本[2J',
    expect.stringMatching(/^long {6}- {2}1 h ago {4}failed {10}x+…$/),
  ]);
  expect(lines[2]).toHaveLength(80);
});

test('where texts cannot be cut further, what matters less is left out, and told', () => {
  const lines = formatTable(COLUMNS, ROWS, { ...TERMINAL, width: 42 })
    .trimEnd()
    .split('\n');
  expect(lines[0]).toMatch(/^id {4}at +status +note$/);
  expect(lines.at(-1)).toBe('Too narrow for: count; --json has all.');
  expect(lines[2]).toHaveLength(42);
});

test('colours change no width, and are for terminals that have some', () => {
  const colored = formatTable(COLUMNS, ROWS, { ...TERMINAL, hasColors: true });
  expect(colored).toContain('\u001B[36mrunning: fetch\u001B[39m');
  expect(colored).toContain('\u001B[31mfailed');
  expect(stripVTControlCharacters(colored)).toBe(formatTable(COLUMNS, ROWS, TERMINAL));
});

test('a table has as many rows as a list has items', () => {
  const rows = Array.from({ length: 150_000 }, (_, id) => ({ id }));
  const lines = formatTable([{ header: 'id', value: 'id', kind: 'id' }], rows).split('\n');
  expect(lines.length).toBe(150_002);
});

test('a status that is cut keeps the color of its first word', () => {
  const [, line = ''] = formatTable(
    [{ header: 'status', value: 'status', kind: 'status' }],
    [{ status: 'quarantined by a rule with a long name' }],
    { ...TERMINAL, width: 10, hasColors: true },
  ).split('\n');
  expect(line).toBe('\u001B[33mquarantin…\u001B[39m');
});

test('where all columns are needed and cut, rows go on in a second line, unless it would be empty', () => {
  const columns: readonly Column<Row>[] = [
    { header: 'id', value: 'id', kind: 'id' },
    { header: 'dispensary', value: ({ note }) => `${note} (1234)`, kind: 'named' },
    { header: 'error', value: ({ count }) => (count === null ? '' : 'x'.repeat(40)) },
  ];
  const rows = ROWS.map((row) => ({ ...row, id: `crawl~${row.id}`, note: 'Green Leaf' }));
  expect(formatTable(columns, rows, { ...TERMINAL, width: 24 })).toBe(
    [
      'id          dispensary',
      '  error',
      'crawl~a     Gree… (1234)',
      `  ${'x'.repeat(21)}…`,
      'crawl~long  Gree… (1234)',
      '',
    ].join('\n'),
  );
});
