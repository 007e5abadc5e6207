import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { CrawlError } from '../domain/errors.ts';
import { isPrivateAddress } from './private-networks.ts';
import { scrubCredentials } from '../domain/credentials.ts';

/** Which addresses may be requested besides https on a public host. */
export type AddressPolicy = {
  /** Allows plain http too. */
  allowHttp?: boolean;
  /** Hosts that an operator allows even at private addresses: names, addresses, or `*.suffix` for every name below it. */
  allowedPrivateHosts?: readonly string[];
  /** Resolves a name to its addresses; the system's resolver by default. */
  resolveHost?: ResolveHost;
  /** Refuses a name that this machine cannot resolve. For requests without a proxy; otherwise the proxy resolves the name. */
  mustResolve?: boolean;
};

/** All addresses of a name. @throws the resolver's error for an unknown name */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Checks the address itself, without resolving anything: its scheme, its credentials, its host.
 *
 * Addresses come from payloads and redirects, so they are not trusted.
 * @returns the parsed address; request this one, because other code may parse the text differently
 * @throws CrawlError InvalidInput when the text is no URL, or the URL is not https, carries credentials, or names a private host.
 */
export function assertAllowedAddress(url: string, policy: AddressPolicy = {}): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) throw refused('a URL', url);
  const isSchemeAllowed = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && policy.allowHttp);
  if (!isSchemeAllowed) throw refused(policy.allowHttp ? 'http or https' : 'https', parsed.protocol);
  if (parsed.username !== '' || parsed.password !== '') throw refused('no credentials', 'some');
  if (!isAllowedByName(parsed.hostname, policy) && isPrivateName(parsed.hostname))
    throw refused('a public host', parsed.hostname);
  return parsed;
}

/**
 * Does what `assertAllowedAddress` does, and resolves the host's name: one private address among several is enough to refuse the URL.
 *
 * A name that does not resolve here is left to the proxy, which has its own resolver, unless the policy sets `mustResolve`. See
 * docs/decisions/0006-guard-at-connect-time.md for what this check can and cannot detect.
 * @returns the parsed address
 * @throws CrawlError InvalidInput
 */
export async function assertPublicAddress(url: string, policy: AddressPolicy = {}): Promise<URL> {
  const parsed = assertAllowedAddress(url, policy);
  const host = bareHost(parsed.hostname);
  if (isIP(host) !== 0 || isAllowedByName(host, policy)) return parsed;
  const addresses = await (policy.resolveHost ?? resolveWithSystem)(host).catch(() => []);
  if (policy.mustResolve === true && addresses.length === 0)
    throw refused('a host that has an address', host);
  assertPublicAddresses(host, addresses);
  return parsed;
}

/**
 * Resolves the host of a connection that this machine opens itself. Connect to the returned addresses, not to the name: a second
 * lookup may have another answer. A public address of this machine is refused, too: no firewall stands between it and its services.
 *
 * @throws CrawlError InvalidInput when one of the addresses is refused, unless the host is allowed; the resolver's error
 */
export async function resolvePublicHost(hostname: string, policy: AddressPolicy): Promise<LookupAddress[]> {
  const host = bareHost(hostname);
  const family = isIP(host);
  const addresses =
    family === 0 ? await (policy.resolveHost ?? resolveWithSystem)(host) : [{ address: host, family }];
  if (isAllowedByName(host, policy)) return addresses;
  assertPublicAddresses(host, addresses);
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  );
  if (addresses.some(({ address }) => own.has(address)))
    throw refused('a host elsewhere', `${host}, this machine`);
  return addresses;
}

/** @throws CrawlError InvalidInput when one of the host's addresses is private */
function assertPublicAddresses(host: string, addresses: LookupAddress[]): void {
  const found = addresses.find(({ address }) => isPrivateAddress(address));
  if (found) throw refused('a public host', `${host}, which is at ${found.address}`);
}

/** Whether the operator allows this host to be private. */
export function isAllowedByName(
  hostname: string,
  { allowedPrivateHosts = [] }: Pick<AddressPolicy, 'allowedPrivateHosts'>,
): boolean {
  const host = bareHost(hostname);
  return allowedPrivateHosts.some((entry) => {
    const allowed = bareHost(entry);
    return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
  });
}

/** All addresses of a name from the system's resolver; rejects for an unknown name. */
const resolveWithSystem: ResolveHost = (hostname) => promisify(lookup)(hostname, { all: true });

/**
 * Names that public resolvers never answer (RFC 6761, 6762, 7686, 8375, 9476), and those that private networks and
 * clusters use: Kubernetes answers `<service>.<namespace>.svc` and `….svc.cluster.local`.
 */
const RESERVED_NAME =
  /(^|\.)(test|example|invalid|localhost|localdomain|local|internal|home\.arpa|onion|alt|lan|home|corp|intranet|private|svc)$/;

// The URL parser has already turned octal, decimal and hexadecimal spellings of an address into the usual one.
function isPrivateName(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || RESERVED_NAME.test(host);
}

function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replaceAll(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
}

function refused(expected: string, got: string): CrawlError {
  return new CrawlError(
    'InvalidInput',
    `Expected an address with ${expected}, got ${scrubCredentials(got).slice(0, 80)}`,
  );
}
