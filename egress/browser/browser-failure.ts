import { CrawlError } from '../../domain/errors.ts';
import { scrubCredentials } from '../../domain/credentials.ts';

/**
 * Chromium's names of network failures before the tunnel is open. `ERR_UNEXPECTED_PROXY_AUTH` is not among them: it means a 407 from inside
 * the tunnel, and so from the site.
 */
const PROXY_FAILURE = /net::ERR_(TUNNEL_CONNECTION_FAILED|PROXY_\w+|NO_SUPPORTED_PROXIES)/;
const BROWSER_GONE =
  /Target closed|Connection closed|Session closed|Page crashed|Target crashed|has been closed|detached Frame|frame was detached/i;

/**
 * Translates a Puppeteer failure into a CrawlError. A CrawlError passes unchanged.
 * @param host the requested site, for the message
 */
export function browserFailure(error: unknown, host: string): CrawlError {
  if (error instanceof CrawlError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const evidence = { fault: 'browser', detail: scrubCredentials(text).slice(0, 200) };
  if (PROXY_FAILURE.test(text)) {
    return new CrawlError('ProxyFault', `Expected an answer from ${host}: the proxy opens no tunnel`, {
      evidence,
    });
  }
  if (BROWSER_GONE.test(text)) {
    return new CrawlError('BrowserFault', `Expected an answer from ${host}: the browser is gone`, {
      evidence,
    });
  }
  // A timeout, a net::ERR_ of the site or a page that navigated away is the site's fault.
  return new CrawlError('UpstreamError', `Expected an answer from ${host}, the browser got none`, {
    evidence,
  });
}
