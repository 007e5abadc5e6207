import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable } from '../../../domain/storable-text.ts';

test('NUL characters go, and half a surrogate pair becomes the replacement character', () => {
  expect(storable('Blue\u0000 Dream')).toBe('Blue Dream');
  expect(storable('cut \ud83c here')).toBe('cut \ufffd here');
});

test('text that can be stored stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'));
      expect(storable(text)).toBe(text);
    }),
  );
});
