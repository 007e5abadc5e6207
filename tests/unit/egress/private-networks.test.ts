import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../egress/private-networks.ts';

describe('isPrivateAddress', () => {
  // The first and the last address of each special range.
  test.each([
    ['0.0.0.0', '0.255.255.255', 'this network'],
    ['10.0.0.0', '10.255.255.255', 'private'],
    ['100.64.0.0', '100.127.255.255', 'CGNAT'],
    ['127.0.0.0', '127.255.255.255', 'loopback'],
    ['168.63.129.16', '168.63.129.16', 'Azure’s own service for its machines'],
    ['169.254.0.0', '169.254.255.255', 'link-local, with the metadata services of clouds'],
    ['172.16.0.0', '172.31.255.255', 'private'],
    ['192.0.0.0', '192.0.0.255', 'protocol assignments'],
    ['192.0.2.0', '192.0.2.255', 'documentation'],
    ['192.88.99.0', '192.88.99.255', '6to4 relays'],
    ['192.168.0.0', '192.168.255.255', 'private'],
    ['198.18.0.0', '198.19.255.255', 'benchmarks'],
    ['198.51.100.0', '198.51.100.255', 'documentation'],
    ['203.0.113.0', '203.0.113.255', 'documentation'],
    ['224.0.0.0', '239.255.255.255', 'multicast'],
    ['240.0.0.0', '255.255.255.255', 'reserved and broadcast'],
    ['::', '::1', 'unspecified and loopback'],
    ['::ffff:8.8.8.8', '::ffff:10.0.0.1', 'IPv4 mapped into IPv6'],
    ['::8.8.8.8', '::7f00:1', 'IPv4-compatible'],
    ['64:ff9b::', '64:ff9b::1', 'this network, behind NAT64'],
    ['64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', 'private and link-local, behind NAT64'],
    ['64:ff9b::10.0.0.1', '64:ff9b:0:0:0:0:7f00:0', 'private and loopback, behind NAT64'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'local NAT64'],
    ['100::', '100::ffff:ffff:ffff:ffff', 'discard'],
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'Teredo'],
    ['2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'ORCHID'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['2002:a00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment routing'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unique local'],
    ['fe80::1%eth0', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
  ])('%s to %s is not public: %s', (first, last) => {
    expect([first, last].map(isPrivateAddress)).toEqual([true, true]);
  });

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
    '64:ff9b::808:808',
    '64:ff9b::8.0.0.0',
    '64:ff9b:0:0:0:0:5db8:d822',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  test('every address has an answer, and what is none is an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(typeof isPrivateAddress(address)).toBe('boolean');
      }),
    );
    expect(() => isPrivateAddress('localhost')).toThrow('localhost');
  });
});
