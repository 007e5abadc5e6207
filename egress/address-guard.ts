import { BlockList, isIP } from 'node:net';
import { CrawlError } from '../domain/errors.ts';
import { scrubCredentials } from './scrub-credentials.ts';

/** What an address may be besides https to a public host; both are for loopback worlds such as the sandbox. */
export type AddressPolicy = { allowHttp?: boolean; allowPrivateHosts?: boolean };

/**
 * Checks an address before it is asked, and again at each redirect.
 *
 * Addresses come from payloads and redirects, so they are not ours to trust. Names are not resolved here: the proxy
 * resolves them, on its own side.
 * @throws CrawlError InvalidInput when it is no URL, not https, carries credentials, or names a private host.
 */
export function assertAllowedAddress(url: string, policy: AddressPolicy = {}): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) throw refused('a URL', url);
  const isSchemeAllowed = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && policy.allowHttp);
  if (!isSchemeAllowed) throw refused(policy.allowHttp ? 'http or https' : 'https', parsed.protocol);
  if (parsed.username !== '' || parsed.password !== '') throw refused('no credentials', 'some');
  if (!policy.allowPrivateHosts && isPrivateHost(parsed.hostname))
    throw refused('a public host', parsed.hostname);
  return parsed;
}

const PRIVATE_NETWORKS = privateNetworks();

function privateNetworks(): BlockList {
  const list = new BlockList();
  const ranges =
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
  for (const range of ranges.split(' ')) list.addSubnet(...subnet(range), 'ipv4');
  // 64:ff9b, 2002 and 2001:0 wrap an IPv4 address, which may be a private one.
  const ranges6 = '::/96 ::1/128 fc00::/7 fe80::/10 ff00::/8 64:ff9b::/96 2002::/16 2001::/32';
  for (const range of ranges6.split(' ')) list.addSubnet(...subnet(range), 'ipv6');
  return list;
}

function subnet(range: string): [network: string, prefixBits: number] {
  const slashAt = range.lastIndexOf('/');
  return [range.slice(0, slashAt), Number(range.slice(slashAt + 1))];
}

function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(bare);
  // BlockList also finds an IPv4 address that is mapped into IPv6 (::ffff:10.0.0.1).
  if (family !== 0) return PRIVATE_NETWORKS.check(bare, family === 4 ? 'ipv4' : 'ipv6');
  return !bare.includes('.') || /\.(localhost|local|internal|home\.arpa)$/i.test(bare);
}

function refused(expected: string, got: string): CrawlError {
  return new CrawlError(
    'InvalidInput',
    `Expected an address with ${expected}, got ${scrubCredentials(got).slice(0, 80)}`,
  );
}
