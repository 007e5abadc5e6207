import { createTransport, fetch, type Transport } from 'wreq-js';
import { CrawlError } from '../domain/errors.ts';
import type { Proxy } from '../domain/identity.ts';
import type { AddressPolicy } from './address-guard.ts';
import {
  createBoundedTransport,
  type BoundedTransportOptions,
  type WireClient,
  type WireRequest,
} from './bounded-transport.ts';
import { closeCancelledBodies } from './close-cancelled.ts';
import { startDirectProxy } from './direct-proxy.ts';
import type { HttpTransport } from './http-transport.ts';
import { proxyUrl } from './proxy-url.ts';
import type { WireAnswer } from './read-wire-body.ts';

const CONNECT_TIMEOUT_MS = 10_000;

export type WreqTransportOptions = {
  /** Its proxy is null if requests leave from this machine's own address; then only https is possible. */
  identity: BoundedTransportOptions['identity'] & { proxy: Proxy | null };
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
 * Creates the transport of one identity with wreq-js: its proxy, or a local one that connects to checked addresses itself, its browser's
 * TLS and HTTP/2 profile, and the cookies it receives. A new identity needs a new transport, because an open connection keeps its exit
 * address.
 *
 * @throws CrawlError InvalidInput when wreq-js refuses the options.
 */
export async function createWreqTransport(options: WreqTransportOptions): Promise<HttpTransport> {
  const { identity, addressPolicy: policy = {} } = options;
  if (identity.proxy === null) return openDirect(options, { ...policy, allowHttp: false });
  const native = await openNative(options, proxyUrl(identity.proxy));
  const client: WireClient = { start: (request) => start(native, request), close: () => native.close() };
  return createBoundedTransport({ identity, policy, client });
}

/**
 * wreq-js resolves names itself if it has no proxy, and may connect to another address than the checked one, or through a proxy that a
 * variable of the environment names. So it always has one.
 */
async function openDirect(options: WreqTransportOptions, policy: AddressPolicy): Promise<HttpTransport> {
  const local = await startDirectProxy(policy);
  const close = async (native?: Transport): Promise<void> => {
    try {
      await native?.close();
    } finally {
      await local.close();
    }
  };
  try {
    const { address, username, password } = local;
    const native = await openNative(options, `http://${username}:${password}@${address}`);
    const client: WireClient = {
      start: (request) =>
        // The library's error only says that there is no tunnel.
        start(native, request).catch((error: unknown) =>
          Promise.reject(local.failureAt(request.url) ?? error),
        ),
      close: () => close(native),
    };
    return createBoundedTransport({ identity: options.identity, policy, client });
  } catch (error) {
    await close();
    throw error;
  }
}

async function openNative({ identity, ...options }: WreqTransportOptions, proxy: string): Promise<Transport> {
  try {
    return await createTransport({
      ...identity.profile.tls,
      proxy,
      trustStore: options.trustStore ?? 'combined',
      connectTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    });
  } catch {
    // The error text of wreq-js may contain the proxy's address with its password, so it is dropped.
    throw new CrawlError(
      'InvalidInput',
      `Expected usable transport options, wreq-js refuses the options of proxy ${identity.proxy?.id ?? 'none'}`,
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
