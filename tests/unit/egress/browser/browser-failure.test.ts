import { expect, test } from 'vitest';
import { CrawlError } from '../../../../domain/errors.ts';
import { browserFailure } from '../../../../egress/browser/browser-failure.ts';

test.each([
  ['net::ERR_TUNNEL_CONNECTION_FAILED at https://store.test/', 'ProxyFault'],
  ['net::ERR_PROXY_CONNECTION_FAILED at https://store.test/', 'ProxyFault'],
  // This 407 comes from inside the tunnel, so from the site.
  ['net::ERR_UNEXPECTED_PROXY_AUTH at https://store.test/', 'UpstreamError'],
  ['net::ERR_CONNECTION_RESET at https://store.test/', 'UpstreamError'],
  ['net::ERR_CERT_AUTHORITY_INVALID at https://store.test/', 'UpstreamError'],
  ['Navigation timeout of 60000 ms exceeded', 'UpstreamError'],
  ['Execution context was destroyed, most likely because of a navigation.', 'UpstreamError'],
  ['Protocol error (Runtime.callFunctionOn): Target closed', 'BrowserFault'],
  ['Protocol error: Connection closed.', 'BrowserFault'],
  ['Attempted to use detached Frame', 'BrowserFault'],
  ['Navigating frame was detached', 'BrowserFault'],
])('%s is %s', (message, kind) => {
  expect(browserFailure(new Error(message), 'store.test')).toMatchObject({ kind });
});

test('a failure that has its kind keeps it, and evidence carries no password', () => {
  const known = new CrawlError('Blocked', 'no');
  expect(browserFailure(known, 'store.test')).toBe(known);
  const failure = browserFailure(new Error('net::ERR_FAILED at http://user:secret@proxy.test'), 'store.test');
  expect(JSON.stringify(failure.evidence)).not.toContain('secret');
});
