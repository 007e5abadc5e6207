import { CrawlError } from '../../domain/errors.ts';
import { scrubCredentials } from '../../domain/credentials.ts';

/**
 * The network's failures as Chromium names them, up to the open tunnel. `ERR_UNEXPECTED_PROXY_AUTH` is not among them: it is
 * a 407 from within the tunnel, and so of the site.
 */
const PROXY_FAILURE = /net::ERR_(TUNNEL_CONNECTION_FAILED|PROXY_\w+|NO_SUPPORTED_PROXIES)/;
const BROWSER_GONE =
  /Target closed|Connection closed|Session closed|Page crashed|Target crashed|has been closed|detached Frame|frame was detached/i;

/**
 * What a failure of Puppeteer means. One that already is a CrawlError passes unchanged.
 * @param host of the site that was asked, for the message
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
  // A time that is over, a net::ERR_ of the site, a page that moved on: the site's doing.
  return new CrawlError('UpstreamError', `Expected an answer from ${host}, the browser got none`, {
    evidence,
  });
}
