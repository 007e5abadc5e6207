import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Proxy } from '../../../domain/identity.ts';
import { proxyUrl } from '../../../egress/proxy-url.ts';

const proxy: Proxy = {
  id: 1,
  protocol: 'http',
  host: 'proxy.net',
  port: 8080,
  username: 'me',
  password: 'secret',
};

describe('proxyUrl', () => {
  test('lets a SOCKS5 proxy resolve names', () => {
    expect(proxyUrl({ ...proxy, protocol: 'socks5' })).toBe('socks5h://me:secret@proxy.net:8080');
  });

  test('writes an IPv6 address in brackets, and leaves out credentials that are not there', () => {
    expect(proxyUrl({ ...proxy, host: '2001:db8::1', username: null })).toBe('http://[2001:db8::1]:8080');
    expect(proxyUrl({ ...proxy, host: '[2001:db8::1]', password: null })).toBe(
      'http://me@[2001:db8::1]:8080',
    );
  });

  test('any user name and password can be read back from it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (username, password) => {
          const url = new URL(proxyUrl({ ...proxy, username, password }));
          expect(url.hostname).toBe('proxy.net');
          expect([url.username, url.password].map(decodeURIComponent)).toEqual([username, password]);
        },
      ),
    );
  });
});
