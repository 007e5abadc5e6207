import { isIPv4, isIPv6, type BlockList } from 'node:net';
import type { Context } from 'hono';
import { LOCAL_ACTOR_ID } from './actor.ts';
import type { ApiEnv } from './api-env.ts';

/** Returns the client that a request without a known key counts against. */
export function clientOf(c: Context<ApiEnv>): string {
  const address = c.get('address');
  return address === null ? 'unknown' : clientAt(address);
}

/** Returns whom a request counts against: its key, or its client's address when it has no key. */
export function callerOf(c: Context<ApiEnv>): string {
  const actor = c.get('actor');
  return actor === null || actor.id === LOCAL_ACTOR_ID ? `address ${clientOf(c)}` : actor.id;
}

/**
 * Returns the address of the client behind trusted proxies. Each proxy appends the address of its caller to `X-Forwarded-For`, so the
 * header is only reliable from the right, up to the first address that is not a trusted proxy's.
 * @param peer the other end of the connection
 * @param forwardedFor the header `X-Forwarded-For`
 * @param trusted default: no proxy
 */
export function forwardedAddress(peer: string, forwardedFor: string, trusted?: BlockList): string {
  let address = withoutMapping(peer);
  for (const hop of forwardedFor.split(',').toReversed()) {
    if (trusted === undefined || !isIn(trusted, address)) break;
    const before = addressIn(hop.trim());
    if (before === null) break;
    address = before;
  }
  return address;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address.split('%', 1)[0]!, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Reads the address of a hop, without the port that some proxies append; null when the hop is no address, such as `unknown`. */
function addressIn(hop: string): string | null {
  const [, bracketed, dotted] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  const address = withoutMapping(bracketed ?? dotted ?? hop);
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** Turns an IPv4 address that is mapped into IPv6 back into IPv4. A socket that also listens on IPv6 reports mapped addresses. */
function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** The number of IPv6 groups that name a client's network; the client has all addresses in it. */
const NETWORK_GROUPS = 4;

/** Returns the name under which a client is counted: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientAt(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('%', 1)[0]!.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
