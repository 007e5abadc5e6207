import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeOfIso, timeOfMilliseconds } from '../../../../platforms/dutchie/read-time.ts';
import type { Source } from '../../../../platforms/read-fields.ts';

function sourceOf(value: unknown): Source {
  return { record: { at: value }, place: '', flaws: [] };
}

const FROM = new Date('2000-01-01T00:00:00.000Z');
const UNTIL = new Date('2099-12-31T23:59:59.999Z');

test('each time of this century is read as it was written, with or without its milliseconds', () => {
  fc.assert(
    fc.property(fc.date({ min: FROM, max: UNTIL, noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(timeOfIso(sourceOf(text), 'at')).toBe(text);
      expect(timeOfIso(sourceOf(text.replace(/\.\d{3}Z$/, 'Z')), 'at')).toBe(text.replace(/\d{3}Z$/, '000Z'));
      expect(timeOfMilliseconds(sourceOf(String(date.getTime())), 'at')).toBe(text);
    }),
  );
});

test.each([
  '2026-00-01T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-00T00:00:00.000Z',
  '2026-01-32T00:00:00.000Z',
  '2026-01-01T24:01:00.000Z',
  '2026-01-01T23:60:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '2100-01-01T00:00:00.000Z',
  '2026-01-01',
])('%s is a flaw', (text) => {
  const source = sourceOf(text);
  expect(timeOfIso(source, 'at')).toBeNull();
  expect(source.flaws).toHaveLength(1);
});
