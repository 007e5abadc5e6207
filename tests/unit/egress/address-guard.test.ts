import { describe, expect, test } from 'vitest';
import { assertAllowedAddress } from '../../../egress/address-guard.ts';

const refusal = expect.objectContaining({ kind: 'InvalidInput' });

describe('assertAllowedAddress', () => {
  test.each([
    'https://dutchie.com/graphql',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://a.b.test:8443/x?y=1',
  ])('passes %s', (url) => {
    expect(assertAllowedAddress(url).href).toBe(new URL(url).href);
  });

  test.each([
    '',
    'store.test',
    'http://store.test/',
    'ftp://store.test/',
    'javascript:alert(1)',
    'https://user:secret@store.test/',
    'https://localhost/',
    'https://printer.local/',
    'https://router/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1./',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
  ])('refuses %s', (url) => {
    expect(() => assertAllowedAddress(url)).toThrow(refusal);
  });

  test('a loopback world may be allowed, credentials never', () => {
    const policy = { allowHttp: true, allowPrivateHosts: true };
    expect(assertAllowedAddress('http://127.0.0.1:8080/x', policy).port).toBe('8080');
    expect(() => assertAllowedAddress('http://u:p@127.0.0.1/', policy)).toThrow(refusal);
    expect(() => assertAllowedAddress('file:///etc/passwd', policy)).toThrow(refusal);
  });

  test('the refusal shows no credentials', () => {
    expect(() => assertAllowedAddress('//user:secret@')).toThrow(expect.not.stringContaining('secret'));
  });
});
