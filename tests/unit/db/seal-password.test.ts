import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswordSeal, type ProxyEndpoint } from '../../../db/seal-password.ts';
import { isSealed } from '../../../db/seal-text.ts';

const seal = createPasswordSeal(randomBytes(32));
const endpoint: ProxyEndpoint = { protocol: 'http', host: 'proxy.test', port: 8080, username: 'joe' };

test.each(['p@ss:w/rd%41', '', 'ü\u0000 "quoted" \\', 'x'.repeat(5000)])(
  'what was sealed opens again: %j',
  (password) => {
    const sealed = seal.seal(endpoint, password);
    expect(isSealed(sealed)).toBe(true);
    expect(seal.open(endpoint, sealed)).toBe(password);
    expect(sealed).toMatch(/^enc:v1:[\w+/]+=*$/);
  },
);

test('the same password is sealed differently each time', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => seal.seal(endpoint, 'secret')));
  expect(sealed.size).toBe(100);
});

test('a password that is not sealed yet is what it is', () => {
  expect(seal.open(endpoint, 'plain')).toBe('plain');
});

const others: Partial<ProxyEndpoint>[] = [
  { protocol: 'socks5' },
  { host: 'attacker.test' },
  { port: 8081 },
  { username: 'ann' },
  { username: null },
];

test.each(others)('a sealed password does not open for another proxy: %j', (change) => {
  const sealed = seal.seal(endpoint, 'secret');
  expect(() => seal.open({ ...endpoint, ...change }, sealed)).toThrow(/cannot be decrypted/);
});

test('a wrong key, a changed byte or a cut text is refused in words that name the settings, not the secret', () => {
  const sealed = seal.seal(endpoint, 'secret');
  const bytes = Buffer.from(sealed.slice('enc:v1:'.length), 'base64');
  bytes[bytes.length - 1]! ^= 1;
  const changed = `enc:v1:${bytes.toString('base64')}`;
  const attempts = [
    () => createPasswordSeal(randomBytes(32)).open(endpoint, sealed),
    () => seal.open(endpoint, changed),
    () => seal.open(endpoint, sealed.slice(0, 20)),
    () => seal.open(endpoint, 'enc:v1:'),
  ];
  for (const attempt of attempts) {
    expect(attempt).toThrow(/PROXY_PASSWORD_KEY or PROXY_PASSWORD_KEY_FILE/);
    expect(attempt).not.toThrow(/secret|joe/);
  }
});
