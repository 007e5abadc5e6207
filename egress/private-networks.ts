import { BlockList, isIP } from 'node:net';

/**
 * Every IPv4 range without public hosts: private, shared (CGNAT), loopback, link-local, documentation, benchmarks, 6to4 relays,
 * multicast and reserved (the IANA registry of special-purpose addresses). Also 168.63.129.16, a public address at which every
 * Azure machine finds its own settings.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The only block of public IPv6 hosts; other addresses are local, or wrap an IPv4 address. */
const PUBLIC_IPV6 = ['2000::/3'];

/**
 * Exceptions inside the block of public hosts: protocol assignments with Teredo, two documentation ranges, and 6to4, which wraps an IPv4
 * address.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * The prefix under which IPv6-only networks reach IPv4 hosts by translation. Their resolvers make such an address for every
 * public name without an IPv6 address, so the embedded IPv4 address decides.
 */
const NAT64_IPV6 = ['64:ff9b::/96'];

/** Whether an IPv4 or IPv6 address is anything but a public host's. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  switch (isIP(bare)) {
    case 4:
      return ipv4.check(bare, 'ipv4');
    case 6:
      if (nat64.check(bare, 'ipv6')) return ipv4.check(behindNat64(bare), 'ipv4');
      return !publicIpv6.check(bare, 'ipv6') || specialIpv6.check(bare, 'ipv6');
    default:
      throw new TypeError(`Expected an IP address, got "${address}"`);
  }
}

const ipv4 = blockListOf(SPECIAL_IPV4, 'ipv4');
const nat64 = blockListOf(NAT64_IPV6, 'ipv6');
const publicIpv6 = blockListOf(PUBLIC_IPV6, 'ipv6');
const specialIpv6 = blockListOf(SPECIAL_IPV6, 'ipv6');

/** Returns the last 32 bits of an IPv6 address in IPv4 notation. */
function behindNat64(address: string): string {
  const [, groups = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [low = 0, high = 0] = groups
    .split(':')
    .map((group) => Number.parseInt(group || '0', 16))
    .toReversed();
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockListOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefixBits] = range.split('/');
    list.addSubnet(network, Number(prefixBits), family);
  }
  return list;
}
