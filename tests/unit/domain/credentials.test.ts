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
  ['https://host.example/?%74oken=abc', 'a URL with the parameter token'],
  ['https://host.example/?access%5Ftoken=abc', 'a URL with the parameter access_token'],
  ['https://host.example/?to\tken=abc', 'a URL with the parameter token'],
  ['https://host.example/?a=1&toke\nn=abc', 'a URL with the parameter token'],
  ['https://host.example/?api-key=abc', 'a URL with the parameter api-key'],
  ['https://host.example/?x-api-key=abc', 'a URL with the parameter x-api-key'],
  ['https://host.example/?X-Auth-Token=abc', 'a URL with the parameter x-auth-token'],
  ['https://host.example/?id_token=abc', 'a URL with the parameter id_token'],
  ['https://host.example/?oauth_token=abc', 'a URL with the parameter oauth_token'],
  ['https://host.example/?private_token=abc', 'a URL with the parameter private_token'],
  ['https://host.example/?secret_key=abc', 'a URL with the parameter secret_key'],
  ['https://host.example/?token[]=abc', 'a URL with the parameter token'],
  ['https://host.example/?user%5Bpassword%5D=abc', 'a URL with the parameter user_password'],
  ['https://host.example/?jwt=abc', 'a URL with the parameter jwt'],
  ['https://host.example/#access_token=abc', 'a URL with the parameter access_token'],
  ['https://host.example/?key=abc&page_token=2&X-Amz-Security-Token=c&AWSAccessKeyId=d', null],
  ['https://host.example/?%E0%A4=1', null],
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
  ['https://store.test/a@b', 'https://store.test/a@b'],
  [
    'https://host.example/?%74oken=a1&to\tken=b2#access_token=c3',
    'https://host.example/?%74oken=***&to\tken=***#access_token=***',
  ],
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
  ['access_token=hunter2x', 'access_token=***'],
  ['client_secret=hunter2x', 'client_secret=***'],
  ['PGPASSWORD=hunter2x psql', 'PGPASSWORD=*** psql'],
  ['DB_PASSWORD=hunter2x', 'DB_PASSWORD=***'],
  ['pass: hunter2x', 'pass: ***'],
  ['secret key: hunter2x', 'secret key: ***'],
  ['Authorization: hunter2x', 'Authorization: ***'],
  ['bearer: hunter2x', 'bearer: ***'],
  ['ran curl -u admin:hunter2x there', 'ran curl -u *** there'],
  ['the password hunter2x leaked', 'the password *** leaked'],
  ['proxy user:pass@host:8080 is slow', 'proxy ***@host:8080 is slow'],
  ['proxy=user:pass@host:8080', 'proxy=***@host:8080'],
  ['sent eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'sent ***'],
  ['password = "a b c" was set', 'password = *** was set'],
  ["password='a b c, set", 'password=***'],
  ['{"password":"a b","user":"c"}', '{"password":***,"user":"c"}'],
  ['password=a,b;c', 'password=***'],
  ['a bypass: none, at 10:30 by me@host.example', 'a bypass: none, at 10:30 by me@host.example'],
  ['the password reset of today', 'the password reset of today'],
  ['a basic misunderstanding', 'a basic misunderstanding'],
  ['the token bucket is too small', 'the token bucket is too small'],
])('%s is kept as %s', (text, kept) => {
  expect(scrubWords(text)).toBe(kept);
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

const knownName = fc.constantFrom(
  ...'password DB_PASSWORD PGPASSWORD pwd pass client_secret access_token x-api-key jwt accessToken'.split(
    ' ',
  ),
  'secret key',
  'api key',
  'Authorization',
  'bearer',
);
const sign = fc.constantFrom('=', ': ', ' = ', ':');
const someWords = fc.array(fc.constantFrom('the', 'menu', 'of', '12', 'was', 'slow,', '(again)', 'a-b'));

test('no credential that was written under a known name is kept', () => {
  const bare = fc.stringMatching(/^[A-Za-z0-9!$%*+.,;:/@_-]{0,20}[A-Za-z0-9]$/).map((end) => `Zq9${end}`);
  const quoted = fc.string().map((end) => JSON.stringify(`Zq9${end}`));
  fc.assert(
    fc.property(someWords, fc.tuple(knownName, sign), fc.oneof(bare, quoted), (before, name, secret) => {
      const kept = scrubWords([...before, `${name.join('')}${secret}`, 'afterwards'].join(' '));
      expect(kept.startsWith([...before, `${name.join('')}***`].join(' '))).toBe(true);
      expect(kept).not.toContain('Zq9');
    }),
  );
});

test('words without such names are kept as they are', () => {
  fc.assert(
    fc.property(someWords, (given) => {
      expect(scrubWords(given.join(' '))).toBe(given.join(' '));
    }),
  );
});

test('commas and semicolons in the middle of a credential go with it, those behind it stay', () => {
  expect(scrubWords('secret key=Zq9,;0 afterwards')).toBe('secret key=*** afterwards');
  expect(scrubWords('password: Zq9;, and more')).toBe('password: ***;, and more');
});

test('what follows a bearer without a blank goes with it', () => {
  expect(scrubWords('bearer password:(@A and more')).toBe('bearer *** and more');
});

test('what was scrubbed stays as it is', () => {
  const part = fc.oneof(
    knownName,
    fc.tuple(knownName, sign, fc.string()).map((one) => one.join('')),
    fc.constantFrom('-u a:b', 'Basic', 'h0st12', 'user:pass@host:80', 'https://a:b@h/?token=c&sig=d#jwt=e'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const once = scrubWords(parts.join(' '));
      expect(scrubWords(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});
