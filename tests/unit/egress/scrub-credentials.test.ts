import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scrubCredentials } from '../../../egress/scrub-credentials.ts';

describe('scrubCredentials', () => {
  test.each([
    ['via http://u:p%40w@proxy.test:80/x', 'via http://***@proxy.test:80/x'],
    ['socks5h://u:p@w@h and https://k@h', 'socks5h://***@h and https://***@h'],
    ['https://store.test/a@b', 'https://store.test/a@b'],
    ['mail me@store.test', 'mail me@store.test'],
  ])('%s', (text, expected) => {
    expect(scrubCredentials(text)).toBe(expected);
  });

  test('no encoded password survives anywhere in a text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string(), (password, around) => {
        const encoded = `pw-${encodeURIComponent(password.replaceAll(/[\uD800-\uDFFF]/g, '.'))}`;
        expect(scrubCredentials(`${around} http://user:${encoded}@proxy.test:80`)).not.toContain(
          `:${encoded}@`,
        );
      }),
    );
  });
});
