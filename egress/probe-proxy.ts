import { chooseProfile } from '../domain/browser-profiles.ts';
import { CrawlError } from '../domain/errors.ts';
import { acceptLanguageFor, type Proxy } from '../domain/identity.ts';
import { isCertainFault } from '../domain/proxy-state.ts';
import { browserHeaders } from './browser-headers.ts';
import { verifyExitAddress } from './exit-address.ts';
import type { HttpTransport } from './http-transport.ts';
import { createWreqTransport, type WreqTransportOptions } from './wreq-transport.ts';

export interface ProbeTools {
  openTransport(identity: WreqTransportOptions['identity']): Promise<HttpTransport>;
  /** Requested through the proxy; answers with the address it sees. */
  exitAddressUrl: string;
}

/** Makes tools that probe proxies the way crawls with these settings use them. */
export function createProbeTools(settings: {
  allowedPrivateHosts: string[];
  exitAddressUrl: string;
}): ProbeTools {
  const { allowedPrivateHosts, exitAddressUrl } = settings;
  return {
    openTransport: (identity) => createWreqTransport({ identity, addressPolicy: { allowedPrivateHosts } }),
    exitAddressUrl,
  };
}

/** The result of a probe. */
export type ProbeResult =
  | { isGood: true; exitAddress: string; durationMs: number }
  /** `isCertain`: only the proxy can be at fault; otherwise the echo service may be down. */
  | { isGood: false; error: string; isCertain: boolean };

/**
 * Probes a proxy as a crawl would use it: requests the echo service through it, as a browser.
 * @throws the reason of the signal, when it aborts
 */
export async function probeProxy(
  tools: ProbeTools,
  proxy: Proxy,
  signal?: AbortSignal,
): Promise<ProbeResult> {
  const profile = chooseProfile(proxy.id);
  const acceptLanguage = acceptLanguageFor(null, profile);
  const startedAt = performance.now();
  try {
    const transport = await tools.openTransport({ proxy, profile });
    try {
      const exitAddress = await verifyExitAddress(transport, tools.exitAddressUrl, {
        headers: browserHeaders({ profile, acceptLanguage }, { purpose: 'page' }),
        ...(signal === undefined ? {} : { signal }),
      });
      return { isGood: true, exitAddress, durationMs: Math.round(performance.now() - startedAt) };
    } finally {
      await transport.close().catch(() => undefined);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof CrawlError)) throw error;
    return {
      isGood: false,
      error: error.message,
      isCertain: isCertainFault(error.evidence?.['fault']),
    };
  }
}
