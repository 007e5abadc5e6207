import { expect, test } from 'vitest';
import { formatAge } from '../../../../cli/output/format-age.ts';

test.each([
  ['now', '2026-01-31T12:00:00.000Z'],
  ['59 s ago', '2026-01-31T11:59:01.000Z'],
  ['3 min ago', '2026-01-31T11:56:01.000Z'],
  ['23 h ago', '2026-01-30T12:30:00.000Z'],
  ['2 d ago', '2026-01-29T11:00:00.000Z'],
  ['in 5 min', '2026-01-31T12:05:00.000Z'],
])('%j is %s', (text, iso) => {
  expect(formatAge(iso, Date.parse('2026-01-31T12:00:00.000Z'))).toBe(text);
});
