import { CrawlError } from '../domain/errors.ts';
import { isBreak } from '../domain/proxy-break.ts';

/** After so many downloads in a row that broke off, the session is given up. */
const BREAKS_IN_A_ROW_MAX = 5;

/** Faults of tunnels; a row of them is the proxy's, whatever host was asked. */
const TUNNEL = /^(proxy-|connect-timeout)/;

/** One download that breaks off may be the host's fault. After a row of them another proxy goes on. */
export interface BreakStreak {
  /** @throws CrawlError ProxyFault for tunnels, or else UpstreamError, when the row is long enough */
  count(error: CrawlError): void;
  end(): void;
}

/** Counts the downloads of a session that broke off in a row. */
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
