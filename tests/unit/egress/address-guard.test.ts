import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  assertAllowedAddress,
  assertPublicAddress,
  isAllowedByName,
  resolvePublicHost,
  type ResolveHost,
} from '../../../egress/address-guard.ts';

const refusal = expect.objectContaining({ kind: 'InvalidInput' });

describe('assertAllowedAddress', () => {
  test.each([
    'https://dutchie.com/graphql',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://images.store.example.com:8443/x?y=1',
    'https://latest.contest.org/',
  ])('passes %s', (url) => {
    expect(assertAllowedAddress(url).href).toBe(new URL(url).href);
  });

  test.each([
    '',
    'store.com',
    'http://store.com/',
    'ftp://store.com/',
    'javascript:alert(1)',
    'https://user:secret@store.com/',
    'https://user@store.com/',
  ])('refuses %s, which is no https address without credentials', (url) => {
    expect(() => assertAllowedAddress(url)).toThrow(refusal);
  });

  test.each([
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    'router',
    'router..',
    'store.test',
    'store.example',
    'store.invalid',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
    'nas.lan',
    'wiki.corp',
    'wiki.intranet',
    'abcdefghij.onion',
    'x.alt',
    'host.localdomain',
    'kubernetes.default.svc',
    'kubernetes.default.svc.',
    'api.shop.svc.cluster.local',
    'etcd.cluster.local',
  ])('refuses the reserved name %s', (host) => {
    expect(() => assertAllowedAddress(`https://${host}/`)).toThrow(refusal);
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '0',
    '10.1.2.3',
    '0xa.0x1.0x2.0x3',
    '012.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '168.63.129.16',
    '0xa83f8110',
    '100.100.100.200',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[64:ff9b::a83f:8110]',
    '192.168.1.1.',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[fd00::1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  ])('refuses the private address %s however it is written', (host) => {
    expect(() => assertAllowedAddress(`https://${host}/`)).toThrow(refusal);
  });

  test('plain http and named private hosts may be allowed, credentials never', () => {
    const policy = { allowHttp: true, allowedPrivateHosts: ['127.0.0.1'] };
    expect(assertAllowedAddress('http://127.0.0.1:8080/x', policy).port).toBe('8080');
    expect(() => assertAllowedAddress('http://127.0.0.2/x', policy)).toThrow(refusal);
    expect(() => assertAllowedAddress('http://u:p@127.0.0.1/', policy)).toThrow(refusal);
    expect(() => assertAllowedAddress('file:///etc/passwd', policy)).toThrow(refusal);
  });

  test('the refusal shows no credentials', () => {
    expect(() => assertAllowedAddress('//user:secret@')).toThrow(expect.not.stringContaining('secret'));
  });
});

describe('isAllowedByName', () => {
  test.each([
    ['images.sandbox.test', true],
    ['a.b.sandbox.test', true],
    ['IMAGES.sandbox.TEST.', true],
    ['sandbox.test', false],
    ['evilsandbox.test', false],
    ['images.sandbox.test.evil.com', false],
    ['nas.lan', true],
    ['x.nas.lan', false],
    ['[::1]', true],
  ])('%s: %s', (host, isAllowed) => {
    expect(isAllowedByName(host, { allowedPrivateHosts: ['*.sandbox.test', 'nas.lan', '::1'] })).toBe(
      isAllowed,
    );
  });
});

describe('assertPublicAddress', () => {
  const requested: string[] = [];
  const resolver =
    (...addresses: string[]): ResolveHost =>
    async (host) => {
      requested.push(host);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };

  test('passes a name whose addresses are all public', async () => {
    const resolveHost = resolver('93.184.216.34', '2606:2800:220:1::1');
    const url = await assertPublicAddress('https://images.store.com/a.png', { resolveHost });
    expect(url.hostname).toBe('images.store.com');
    expect(requested.splice(0)).toEqual(['images.store.com']);
  });

  test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'refuses a public name that is also at %s',
    async (address) => {
      const asking = assertPublicAddress('https://images.store.com/', {
        resolveHost: resolver('1.1.1.1', address),
      });
      await expect(asking).rejects.toMatchObject({
        kind: 'InvalidInput',
        message: `Expected an address with a public host, got images.store.com, which is at ${address}`,
      });
    },
  );

  test('leaves a name that does not resolve here to the proxy', async () => {
    const resolveHost = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
    await expect(assertPublicAddress('https://images.store.com/', { resolveHost })).resolves.toBeInstanceOf(
      URL,
    );
  });

  test('asks no resolver for an allowed host or for an address', async () => {
    requested.length = 0;
    const policy = { resolveHost: resolver('10.0.0.1'), allowedPrivateHosts: ['*.sandbox.test'] };
    await assertPublicAddress('https://images.sandbox.test/', policy);
    await assertPublicAddress('https://8.8.8.8/', policy);
    expect(requested).toEqual([]);
  });

  test('the resolver of the system is the default', async () => {
    await expect(assertPublicAddress('https://localhost/')).rejects.toMatchObject({ kind: 'InvalidInput' });
  });
});

describe('resolvePublicHost', () => {
  const at =
    (...addresses: string[]): ResolveHost =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test('returns the addresses of a name, and an address as it is', async () => {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    expect(await resolvePublicHost('store.com', { resolveHost: at('8.8.8.8', '2606:4700::1111') })).toEqual(
      addresses,
    );
    expect(await resolvePublicHost('[2606:4700::1111]', {})).toEqual(addresses.slice(1));
  });

  test('refuses a private address, unless the name is allowed', async () => {
    const policy = { resolveHost: at('8.8.8.8', '10.0.0.8') };
    await expect(resolvePublicHost('store.com', policy)).rejects.toThrow(refusal);
    expect(
      await resolvePublicHost('store.com', { ...policy, allowedPrivateHosts: ['store.com'] }),
    ).toHaveLength(2);
  });

  test('refuses a public address of this machine, behind whose firewall it is', async () => {
    vi.spyOn(os, 'networkInterfaces').mockReturnValue({
      eth0: [{ address: '8.8.8.8', family: 'IPv4', netmask: '', mac: '', internal: false, cidr: null }],
    });
    syncBuiltinESMExports();
    await expect(resolvePublicHost('8.8.8.8', {})).rejects.toThrow(refusal);
    await expect(resolvePublicHost('store.com', { resolveHost: at('8.8.8.8') })).rejects.toThrow(
      'Expected an address with a host elsewhere, got store.com, this machine',
    );
    expect(await resolvePublicHost('8.8.4.4', {})).toHaveLength(1);
  });
});
