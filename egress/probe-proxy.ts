import { chooseProfile } from '../domain/browser-profiles.ts';
import { CrawlError } from '../domain/errors.ts';
import { acceptLanguageFor, type LeasedIdentity, type Proxy } from '../domain/identity.ts';
import { isCertainFault } from '../domain/proxy-state.ts';
import { browserHeaders } from './browser-headers.ts';
import { verifyExitAddress } from './exit-address.ts';
import type { HttpTransport } from './http-transport.ts';
import { createWreqTransport } from './wreq-transport.ts';

export interface ProbeTools {
  openTransport(identity: Pick<LeasedIdentity, 'proxy' | 'profile'>): Promise<HttpTransport>;
  /** Asked through the proxy; answers under which address it is seen. */
  exitAddressUrl: string;
}

/** What tries proxies as crawls with these settings use them. */
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

/** What a try of a proxy showed. */
export type ProbeResult =
  | { isGood: true; exitAddress: string; durationMs: number }
  /** `isCertain`: only the proxy can have caused it; otherwise the echo service may be away. */
  | { isGood: false; error: string; isCertain: boolean };

/**
 * Tries a proxy as a crawl would: through it, as a browser, to the address echo.
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
