import { describe, expect, test } from 'vitest';
import { CrawlError, type FailureKind } from '../../../domain/errors.ts';
import {
  failureMeaning,
  FAILURES,
  proxyAnswerFailure,
  timeoutFailure,
} from '../../../egress/failure-meaning.ts';

const destination = { url: 'https://store.test/graphql?variables=secret-id', proxyId: 7 };
const sending =
  'Error: GET https://store.test/x: error sending request for uri (https://store.test/x): client error';
const twice = (phase: string, rest: string) => `${sending} (${phase}): client error (${phase}): ${rest}`;

// Each text is what wreq-js was seen to return for a server that failed in this way.
const ROWS: [fault: string, kind: FailureKind, text: string][] = [
  ['proxy-auth', 'ProxyFault', twice('ProxyConnect', 'tunnel error: proxy authorization required')],
  [
    'proxy-auth',
    'ProxyFault',
    twice('ProxyConnect', 'SOCKS error: error during SOCKS handshake: Password auth failure, code: 1'),
  ],
  [
    'proxy-dns',
    'ProxyFault',
    twice(
      'ProxyConnect',
      'tunnel error: failed to create underlying connection: dns error: failed to lookup address information',
    ),
  ],
  [
    'proxy-dns',
    'ProxyFault',
    twice('ProxyConnect', 'proxy connect error: dns error: dns error: failed to lookup address information'),
  ],
  [
    'proxy-tls',
    'ProxyFault',
    twice(
      'ProxyConnect',
      'tunnel error: failed to create underlying connection: [CERTIFICATE_VERIFY_FAILED]: [CERTIFICATE_VERIFY_FAILED]',
    ),
  ],
  [
    'proxy-tls',
    'ProxyFault',
    twice('ProxyConnect', 'proxy connect error: [WRONG_VERSION_NUMBER]: [WRONG_VERSION_NUMBER]'),
  ],
  [
    'proxy-refused',
    'ProxyFault',
    twice(
      'ProxyConnect',
      'tunnel error: failed to create underlying connection: tcp connect error: Connection refused (os error 111)',
    ),
  ],
  [
    'proxy-refused',
    'ProxyFault',
    twice('ProxyConnect', 'SOCKS error: failed to create underlying connection: tcp connect error'),
  ],
  ['proxy-tunnel', 'ProxyFault', twice('ProxyConnect', 'tunnel error: unsuccessful')],
  ['proxy-tunnel', 'ProxyFault', twice('ProxyConnect', 'tunnel error: unexpected end of file')],
  [
    'proxy-tunnel',
    'ProxyFault',
    twice(
      'ProxyConnect',
      'tunnel error: io error establishing tunnel: Connection reset by peer (os error 104)',
    ),
  ],
  [
    'proxy-tunnel',
    'ProxyFault',
    twice('ProxyConnect', 'tunnel error: invalid proxy response: invalid HTTP version'),
  ],
  [
    'proxy-socks',
    'ProxyFault',
    twice('ProxyConnect', 'SOCKS error: error during SOCKS handshake: General SOCKS server failure'),
  ],
  [
    'proxy-socks',
    'ProxyFault',
    twice('ProxyConnect', 'SOCKS error: error during SOCKS handshake: Host unreachable'),
  ],
  ['proxy-connect', 'ProxyFault', twice('ProxyConnect', 'something new')],
  ['connect-timeout', 'ProxyFault', twice('Connect', 'operation timed out')],
  [
    'certificate',
    'UpstreamError',
    twice('Connect', '[CERTIFICATE_VERIFY_FAILED]: [CERTIFICATE_VERIFY_FAILED]'),
  ],
  ['tls', 'UpstreamError', twice('Connect', '[WRONG_VERSION_NUMBER]: [WRONG_VERSION_NUMBER]')],
  [
    'dns',
    'UpstreamError',
    twice('Connect', 'dns error: failed to lookup address information: Name or service not known'),
  ],
  [
    'connect',
    'UpstreamError',
    twice('Connect', 'Connection reset by peer (os error 104): Connection reset by peer (os error 104)'),
  ],
  [
    'timeout',
    'UpstreamError',
    'Error: request or response body error for uri (https://store.test/x): operation timed out: operation timed out',
  ],
  [
    'truncated',
    'UpstreamError',
    'Error: error decoding response body for uri (https://store.test/x): error reading a body from connection: end of file before message length reached',
  ],
  [
    'truncated',
    'UpstreamError',
    'error decoding response body: error reading a body from connection: unexpected EOF during chunk size line',
  ],
  [
    'truncated',
    'UpstreamError',
    'error decoding response body: error reading a body from connection: stream error detected: unspecific protocol error detected',
  ],
  ['reset', 'UpstreamError', twice('SendRequest', 'connection closed before message completed')],
  [
    'reset',
    'UpstreamError',
    twice('SendRequest', 'connection error: stream closed because of a broken pipe'),
  ],
  ['not-http', 'UpstreamError', twice('SendRequest', 'invalid HTTP version parsed')],
  ['unknown', 'UpstreamError', 'a text nobody has seen'],
];

describe('failureMeaning', () => {
  test.each(ROWS)('%s is a %s: %s', (fault, kind, text) => {
    expect(failureMeaning(new TypeError(text), destination)).toMatchObject({
      kind,
      evidence: { fault, proxyId: 7 },
    });
  });

  test('every row of the table has an example here', () => {
    const seen = new Set(ROWS.map(([fault]) => fault));
    expect(FAILURES.filter(({ fault }) => !seen.has(fault))).toEqual([]);
  });

  test('the words of an address decide nothing', () => {
    const text =
      'Error: GET https://store.test/ProxyConnect/timed-out: error sending request for uri (https://store.test/ProxyConnect): client error (SendRequest): connection closed before message completed';
    expect(failureMeaning(new Error(text), destination).evidence).toMatchObject({ fault: 'reset' });
  });

  test('no credential and no query reaches the message, the evidence or the cause', () => {
    const text = `client error (ProxyConnect): tunnel error via http://user:p@ss-w0rd@proxy.test:80 and //u:p@ss-w0rd@h`;
    const error = failureMeaning(new Error(text), destination);
    const everything = JSON.stringify([error.message, error.stack, error.evidence, error.cause ?? null]);
    expect(everything).not.toContain('ss-w0rd');
    expect(everything).not.toContain('secret-id');
  });

  test('a CrawlError passes unchanged', () => {
    const error = new CrawlError('StorageFull', 'full');
    expect(failureMeaning(error, destination)).toBe(error);
  });

  test('what is thrown besides errors has a meaning too', () => {
    expect(failureMeaning('connection reset', { ...destination, url: 'nonsense' })).toMatchObject({
      kind: 'UpstreamError',
      message: 'Expected an answer from an unreadable address: the site closed the connection',
    });
  });

  test('our own clock blames the platform and a 407 blames the proxy', () => {
    expect(timeoutFailure('body', 50, destination)).toMatchObject({
      kind: 'UpstreamError',
      evidence: { fault: 'body-timeout' },
    });
    expect(proxyAnswerFailure(407, destination)).toMatchObject({
      kind: 'ProxyFault',
      evidence: { fault: 'proxy-auth' },
    });
    expect(proxyAnswerFailure(594, destination)).toMatchObject({
      kind: 'ProxyFault',
      evidence: { status: 594 },
    });
  });
});

test('without a proxy, what would be its fault is a failure of the connection to the site', () => {
  const direct = { ...destination, proxyId: null };
  const faults = ROWS.filter(([, kind]) => kind === 'ProxyFault').map(([, , text]) =>
    failureMeaning(new Error(text), direct),
  );
  expect(faults.length).toBeGreaterThan(10);
  for (const { kind, message, evidence } of faults)
    expect({ kind, message, fault: evidence?.['fault'] }).toEqual({
      kind: 'UpstreamError',
      message: 'Expected an answer from store.test: the connection to the site fails',
      fault: 'connect',
    });
});
