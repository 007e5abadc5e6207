import { chooseProfile, type BrowserProfile, type TransportName } from '../../../domain/browser-profiles.ts';
import type { Proxy } from '../../../domain/identity.ts';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import type { HttpTransport } from '../../../egress/http-transport.ts';
import { createImpitTransport } from '../../../egress/impit-transport.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';

export type Through = {
  proxy: Proxy;
  profile?: BrowserProfile;
  connectTimeoutMs?: number;
  addressPolicy?: AddressPolicy;
};

/** What is true of one adapter and not of the other; everything else holds for both. */
export type Adapter = {
  transport: TransportName;
  open(through: Through): Promise<HttpTransport>;
  /** Sees what follows the end of compressed data, because it has the bytes as they came. */
  seesBytesAfterTheEnd: boolean;
  /** Counts the bytes on the wire also where no content-length tells them. */
  countsUnannouncedBytes: boolean;
  /** Has a deadline for connecting, so that a proxy that hangs is seen as one. */
  hasConnectTimeout: boolean;
  /** Has a close of its own; the other's connections end when the object is collected. */
  hasClose: boolean;
};

/** Everything is on loopback, so loopback is allowed, and one public name leads inside. */
export const loopbackPolicy: AddressPolicy = {
  allowHttp: true,
  allowedPrivateHosts: ['127.0.0.1', 'localhost'],
  resolveHost: async () => [{ address: '10.0.0.8', family: 4 }],
};

export const ADAPTERS: Adapter[] = [
  {
    transport: 'wreq-js',
    open: ({ proxy, profile = chooseProfile(0, 'wreq-js'), ...rest }) =>
      createWreqTransport({ identity: { proxy, profile }, addressPolicy: loopbackPolicy, ...rest }),
    seesBytesAfterTheEnd: true,
    countsUnannouncedBytes: true,
    hasConnectTimeout: true,
    hasClose: true,
  },
  {
    transport: 'impit',
    open: ({ proxy, profile = chooseProfile(0, 'impit'), addressPolicy = loopbackPolicy }) =>
      createImpitTransport({ identity: { proxy, profile }, addressPolicy }),
    seesBytesAfterTheEnd: false,
    countsUnannouncedBytes: false,
    hasConnectTimeout: false,
    hasClose: false,
  },
];
