import { expect, test } from 'vitest';
import { plainText } from '../../../../api/schemas/plain-text.ts';

const text = plainText({ least: 1, most: 20 });

test('letters of any language and pictures are plain text; control characters and half characters are not', () => {
  for (const plain of ['it is back', 'прокси', '代理', '🎉 🎉', 'a\u2028b'])
    expect([plain, text.safeParse(plain).success]).toEqual([plain, true]);
  for (const other of ['', 'a\nb', '\u0000', '\u007f', '\u0085', '\ud83c', '\udf89\ud83c', 'x'.repeat(21)])
    expect([other, text.safeParse(other).success]).toEqual([other, false]);
});

test('the pattern of the document means the same to checkers that read it with the flag u', () => {
  const { pattern } = text.toJSONSchema() as { pattern: string };
  for (const given of ['прокси 🎉', 'a\nb', '\ud83c'])
    expect(new RegExp(pattern, 'u').test(given)).toBe(new RegExp(pattern).test(given));
});
