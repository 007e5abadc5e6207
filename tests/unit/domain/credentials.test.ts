import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCredentials, scrubJson, scrubCredentials, scrubWords } from '../../../domain/credentials.ts';

test.each([
  ['https://u:p@host.example/a', 'a URL with a user name or password'],
  ['https:u:p@host.example/a', 'a URL with a user name or password'],
  ['https:\\\\u:p@host.example/a', 'a URL with a user name or password'],
  ['see http://u@host.example and more', 'a URL with a user name or password'],
  ['https://host.example/a?x=1&API_KEY=abc', 'a URL with the parameter api_key'],
  ['https://host.example/a?token=abc', 'a URL with the parameter token'],
  ['https://host.example/@user/1?tokens=3&sig=abc', null],
  ['mail me@host.example', null],
  ['https://host.example/?token=', null],
])('%s: %s', (text, what) => {
  const found = findCredentials({ urls: ['https://host.example/', { [text]: 1 }, text] });
  expect(found?.what ?? null).toBe(what);
  expect(findCredentials({ urls: [text] })).toEqual(what === null ? null : { path: ['urls', '0'], what });
});

test.each([
  [
    'https://u:p@host.example/?token=a1&b=2&X-Amz-Signature=c3#d',
    'https://***@host.example/?token=***&b=2&X-Amz-Signature=***#d',
  ],
  ['http://joe:secret@10.0.0.1:8080', 'http://***@10.0.0.1:8080'],
  ['socks5://joe:secret@proxy.test:1080 refused', 'socks5://***@proxy.test:1080 refused'],
  ['http://joe:p%40ss%2Fw%3Ard@proxy.test', 'http://***@proxy.test'],
  ['http://joe:se@cret@proxy.test', 'http://***@proxy.test'],
  ['http://:secret@proxy.test', 'http://***@proxy.test'],
  ['http://secret-token@proxy.test', 'http://***@proxy.test'],
  ['a http://a:b@c and d http://e:f@g', 'a http://***@c and d http://***@g'],
  ['("http://joe:secret@proxy.test")', '("http://***@proxy.test")'],
])('%s becomes %s', (text, scrubbed) => {
  expect(scrubCredentials(text)).toBe(scrubbed);
  expect(scrubJson({ list: [text, 1, null] })).toEqual({ list: [scrubbed, 1, null] });
});

test.each([
  'https://store.test/a@b',
  'http://10.0.0.1:8080/path?mail=a@b.test',
  'https://dutchie.com/@brand/menu',
  '{"address":"http://10.0.0.1:8080","note":"ask joe@shop.test"}',
  'file:///srv/crawlchain/node_modules/@temporalio/worker/lib/worker.js:10:5',
  'write to joe@shop.test // today: nothing@all',
])('%s has none and stays as it is', (text) => {
  expect(scrubCredentials(text)).toBe(text);
});

test('no password in a URL gets through, whatever its characters', () => {
  const password = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 20 });
  fc.assert(
    fc.property(password, fc.string({ maxLength: 10 }), (secret, around) => {
      const encoded = encodeURIComponent(secret);
      const scrubbed = scrubCredentials(`${around} http://user:${encoded}@proxy.test:80/${around}`);
      expect(scrubbed).not.toContain(`:${encoded}@`);
      expect(scrubbed).toContain('//***@proxy.test:80/');
    }),
  );
});

test.each([
  ['rotate, the old one was password=hunter2, sorry', 'rotate, the old one was password=***, sorry'],
  ['api key: abc123 leaked', 'api key: *** leaked'],
  ['sent Authorization: Bearer abcdef123456', 'sent Authorization: Bearer ***'],
  [`made cc_0123456789ab_${'x'.repeat(43)}`, 'made cc_***'],
  ['proxy http://u:p@1.2.3.4:80 is slow', 'proxy http://***@1.2.3.4:80 is slow'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic ***'],
  ['a basic misunderstanding', 'a basic misunderstanding'],
  ['the token bucket is too small', 'the token bucket is too small'],
])('%s is kept as %s', (words, kept) => {
  expect(scrubWords(words)).toBe(kept);
});

test('what is found is gone once it is scrubbed', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, password) => {
      const secret = url.replace(
        '//',
        `//user:${encodeURIComponent(password.replaceAll(/[\uD800-\uDFFF]/g, '.'))}@`,
      );
      expect(findCredentials([secret])).not.toBe(null);
      expect(findCredentials([scrubCredentials(secret).replaceAll('***@', '').replaceAll('=***', '')])).toBe(
        null,
      );
    }),
  );
});
