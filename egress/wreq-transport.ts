import { createTransport, fetch, type Transport } from 'wreq-js';
import { CrawlError } from '../domain/errors.ts';
import type { AddressPolicy } from './address-guard.ts';
import {
  createBoundedTransport,
  type BoundedTransportOptions,
  type WireRequest,
} from './bounded-transport.ts';
import { closeCancelledBodies } from './close-cancelled.ts';
import type { HttpTransport } from './http-transport.ts';
import { proxyUrl } from './proxy-url.ts';
import type { WireAnswer } from './read-wire-body.ts';

const CONNECT_TIMEOUT_MS = 10_000;

export type WreqTransportOptions = {
  identity: BoundedTransportOptions['identity'];
  /**
   * The trusted certificates: `combined` (the default) is Mozilla's list and the file of SSL_CERT_FILE, which must be set before
   * the first request of the process. Verification itself cannot be turned off.
   */
  trustStore?: 'combined' | 'mozilla' | 'defaultPaths';
  /** 10 000 by default; covers the connection to the proxy, its tunnel and the TLS handshake with the site. */
  connectTimeoutMs?: number;
  addressPolicy?: AddressPolicy;
};

/**
 * Creates the transport of one identity with wreq-js: its proxy, its browser's TLS and HTTP/2 profile, and the cookies it receives. A new
 * identity needs a new transport, because an open connection keeps its exit address.
 *
 * @throws CrawlError InvalidInput when wreq-js refuses the options.
 */
export async function createWreqTransport(options: WreqTransportOptions): Promise<HttpTransport> {
  const native = await openNative(options);
  return createBoundedTransport({
    identity: options.identity,
    policy: options.addressPolicy ?? {},
    client: { start: (request) => start(native, request), close: () => native.close() },
  });
}

async function openNative({ identity, ...options }: WreqTransportOptions): Promise<Transport> {
  try {
    return await createTransport({
      ...identity.profile.tls,
      proxy: proxyUrl(identity.proxy),
      trustStore: options.trustStore ?? 'combined',
      connectTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    });
  } catch {
    // The error text of wreq-js may contain the proxy's address with its password, so it is dropped.
    throw new CrawlError(
      'InvalidInput',
      `Expected usable transport options, wreq-js refuses the options of proxy ${identity.proxy.id}`,
    );
  }
}

async function start(transport: Transport, request: WireRequest): Promise<WireAnswer> {
  // The signal also aborts after a body that was read whole; then there is nothing to close.
  request.signal.addEventListener('abort', closeCancelledBodies, { once: true });
  const response = await fetch(request.url, {
    transport,
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.body !== undefined && { body: request.body }),
    redirect: 'manual',
    disableDefaultHeaders: true,
    compress: false,
    timeout: request.timeoutMs,
    signal: request.signal,
  });
  return {
    status: response.status,
    headers: response.headers.toTuples().map(([name, value]) => [name.toLowerCase(), value]),
    body: response.body,
  };
}
