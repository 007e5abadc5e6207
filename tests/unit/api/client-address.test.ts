import { expect, test } from 'vitest';
import { clientAt, forwardedAddress } from '../../../api/client-address.ts';
import { readEnvironment } from '../../../config/environment.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the client at %s is %s', (address, client) => {
  expect(clientAt(address)).toBe(client);
});

const { TRUSTED_PROXIES: trusted } = readEnvironment({
  TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,fd00::/8,::1',
});

test.each([
  ['the address before the last proxy', { peer: '10.1.2.3', forwardedFor: '198.51.100.7' }, '198.51.100.7'],
  [
    'nothing that a client has sent along',
    { peer: '10.1.2.3', forwardedFor: '203.0.113.1, 198.51.100.7' },
    '198.51.100.7',
  ],
  [
    'the first that is no proxy’s, from the right',
    { peer: '192.0.2.1', forwardedFor: '198.51.100.7, 10.9.9.9,::1' },
    '198.51.100.7',
  ],
  [
    'the connection’s, where that is no proxy’s',
    { peer: '203.0.113.9', forwardedFor: '198.51.100.7' },
    '203.0.113.9',
  ],
  ['the leftmost, where all are trusted', { peer: '::1', forwardedFor: '10.0.0.7, fd00::1' }, '10.0.0.7'],
  [
    'the proxy’s, which names no address',
    { peer: '10.1.2.3', forwardedFor: '198.51.100.7, unknown' },
    '10.1.2.3',
  ],
  [
    'one of IPv4 on a socket of IPv6',
    { peer: '::ffff:10.1.2.3', forwardedFor: '::ffff:198.51.100.7' },
    '198.51.100.7',
  ],
  ['one of IPv6', { peer: 'fd00::1', forwardedFor: '2001:db8::7' }, '2001:db8::7'],
  ['one with a port', { peer: '10.1.2.3', forwardedFor: '198.51.100.7:4711, 10.0.0.1:80' }, '198.51.100.7'],
  ['one of IPv6 with a port', { peer: '10.1.2.3', forwardedFor: '[2001:db8::7]:4711' }, '2001:db8::7'],
  ['the connection’s, where the header is empty', { peer: '10.1.2.3', forwardedFor: '' }, '10.1.2.3'],
])('the client behind trusted proxies is %s', (_, { peer, forwardedFor }, client) => {
  expect(forwardedAddress(peer, forwardedFor, trusted)).toBe(client);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
])('without trusted proxies the client of the connection from %s is %s', (peer, client) => {
  expect(forwardedAddress(peer, '198.51.100.7')).toBe(client);
});
