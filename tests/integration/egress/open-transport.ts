import { chooseProfile, type BrowserProfile } from '../../../domain/browser-profiles.ts';
import type { Proxy } from '../../../domain/identity.ts';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import type { HttpTransport } from '../../../egress/http-transport.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';

export type Through = {
  proxy: Proxy;
  profile?: BrowserProfile;
  connectTimeoutMs?: number;
  addressPolicy?: AddressPolicy;
};

/** Allows loopback, because all servers are on loopback. Public names resolve to a private address. */
const loopbackPolicy: AddressPolicy = {
  allowHttp: true,
  allowedPrivateHosts: ['127.0.0.1', 'localhost'],
  resolveHost: async () => [{ address: '10.0.0.8', family: 4 }],
};

export function openTransport({
  proxy,
  profile = chooseProfile(0),
  ...rest
}: Through): Promise<HttpTransport> {
  return createWreqTransport({ identity: { proxy, profile }, addressPolicy: loopbackPolicy, ...rest });
}
