import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import {
  assertPublicAddresses,
  isAllowedByName,
  resolveWithSystem,
  type AddressPolicy,
} from './address-guard.ts';

/**
 * A `lookup` for connections that we open ourselves, such as those to webhooks: what it checks is what the socket
 * connects to, so a name cannot change its address between the check and the connection.
 *
 * It goes into `net.connect`, `https.request` or the `connect` options of an undici Agent. Node calls no lookup for a
 * host that is an address already: check the URL with `assertAllowedAddress` first, and each redirect again.
 */
export function guardedLookup(policy: AddressPolicy = {}): LookupFunction {
  const resolveHost = policy.resolveHost ?? resolveWithSystem;
  return (hostname, options, callback) => {
    const checked = async (): Promise<[LookupAddress, ...LookupAddress[]]> => {
      const [first, ...rest] = ofFamily(await resolveHost(hostname), options);
      if (first === undefined) throw notFound(hostname);
      if (!isAllowedByName(hostname, policy)) assertPublicAddresses(hostname, [first, ...rest]);
      return [first, ...rest];
    };
    checked().then(
      (addresses) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family),
      (error: Error) => callback(error, ''),
    );
  };
}

function ofFamily(addresses: LookupAddress[], { family }: LookupOptions): LookupAddress[] {
  const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0);
  return wanted === 0 ? addresses : addresses.filter((address) => address.family === wanted);
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
}
