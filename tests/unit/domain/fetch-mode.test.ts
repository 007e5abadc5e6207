import { expect, test } from 'vitest';
import { whyBrowser } from '../../../domain/fetch-mode.ts';

const later = new Date('2026-05-01T12:00:01Z');

test('requests are tried first, but for a store that is set to the browser or blocked them lately', () => {
  expect(whyBrowser({ fetchMode: 'http', browserUntil: null })).toBeNull();
  expect(whyBrowser({ fetchMode: 'http', browserUntil: later })).toBeNull();
  expect(whyBrowser({ fetchMode: 'auto', browserUntil: null })).toBeNull();
  expect(whyBrowser({ fetchMode: 'auto', browserUntil: later })).toContain('2026-05-01 12:00:01 UTC');
  expect(whyBrowser({ fetchMode: 'browser', browserUntil: null })).toContain('fetch_mode');
});
