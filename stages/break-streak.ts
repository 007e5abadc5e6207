import { CrawlError } from '../domain/errors.ts';
import { isBreak } from '../domain/proxy-break.ts';

/** The session is given up after this many broken downloads in a row. */
const BREAKS_IN_A_ROW_MAX = 5;

/** Faults of tunnels. Several in a row are the proxy's fault, whatever the host. */
const TUNNEL = /^(proxy-|connect-timeout)/;

/** Consecutive broken downloads. A single one may be the host's fault; after several in a row, another proxy takes over. */
export interface BreakStreak {
  /** Counts a failed download. @throws CrawlError when too many broke in a row: ProxyFault for tunnels, else UpstreamError */
  count(error: CrawlError): void;
  end(): void;
}

/** Counts the consecutive broken downloads of a session. */
export function createBreakStreak(): BreakStreak {
  let inARow = 0;
  return {
    count(error) {
      const fault = String(error.evidence?.['fault'] ?? '');
      inARow = TUNNEL.test(fault) || isBreak(fault) ? inARow + 1 : 0;
      if (inARow < BREAKS_IN_A_ROW_MAX) return;
      throw new CrawlError(
        TUNNEL.test(fault) ? 'ProxyFault' : 'UpstreamError',
        `Expected pictures through the proxy: ${inARow} downloads in a row broke off`,
        { evidence: { fault, inARow }, cause: error },
      );
    },
    end() {
      inARow = 0;
    },
  };
}
