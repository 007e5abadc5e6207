import type { TransportName } from '../domain/browser-profiles.ts';
import type { LeasedIdentity } from '../domain/identity.ts';
import type { AddressPolicy } from './address-guard.ts';
import type { HttpTransport } from './http-transport.ts';
import { createImpitTransport } from './impit-transport.ts';
import { createWreqTransport } from './wreq-transport.ts';

export interface TransportChoice {
  transport: TransportName;
  addressPolicy: AddressPolicy;
}

/** Opens the transport of an identity on the library that the operator has chosen. */
export function createTransportOpener({ transport, addressPolicy }: TransportChoice) {
  return async (identity: Pick<LeasedIdentity, 'proxy' | 'profile'>): Promise<HttpTransport> => {
    switch (transport) {
      case 'wreq-js':
        return createWreqTransport({ identity, addressPolicy });
      case 'impit':
        return createImpitTransport({ identity, addressPolicy });
    }
  };
}
