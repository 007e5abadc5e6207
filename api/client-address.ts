import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { ApiEnv } from './api-env.ts';
import { LOCAL_ACTOR_ID } from './authenticate.ts';

/** Where a request comes from. */
export function addressOf(c: Context): string | null {
  return getConnInfo(c).remote.address ?? null;
}

/** The client whose share a request takes, where none is known by a key. */
export function clientOf(c: Context): string {
  const address = addressOf(c);
  return address === null ? 'unknown' : clientAt(address);
}

/** Who is asking, for limits: a key, or the client of an address that shows none. */
export function callerOf(c: Context<ApiEnv>): string {
  const actor = c.get('actor');
  return actor === null || actor.id === LOCAL_ACTOR_ID ? `address ${clientOf(c)}` : actor.id;
}

/** Groups of an IPv6 address that name the network of one client, which has all addresses in it. */
const NETWORK_GROUPS = 4;

/** What stands for one client: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientAt(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('%', 1)[0]!.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
