import { expect, test } from 'vitest';
import { toTimeZone } from '../../../domain/time-zone.ts';

test.each([
  ['America/Phoenix', 'America/Phoenix'],
  ['america/phoenix', 'America/Phoenix'],
  ['Arizona', null],
  ['Mars/Olympus', null],
  ['', null],
  [null, null],
])('%j is %j', (text, zone) => {
  expect(toTimeZone(text)).toBe(zone);
});
