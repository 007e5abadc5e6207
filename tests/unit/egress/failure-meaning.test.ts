import { describe, expect, test } from 'vitest';
import { CrawlError, type FailureKind } from '../../../domain/errors.ts';
import {
  FAILURE_TABLES,
  failureMeaning,
  proxyAnswerFailure,
  timeoutFailure,
} from '../../../egress/failure-meaning.ts';

const destination = {
  url: 'https://store.test/graphql?variables=secret-id',
  proxyId: 7,
  transport: 'wreq-js',
} as const;
const sending =
  'Error: GET https://store.test/x: error sending request for uri (https://store.test/x): client error';
const twice = (phase: string, rest: string) => `${sending} (${phase}): client error (${phase}): ${rest}`;

// Each text was seen from wreq-js against a server that fails in that way.
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

// The same of impit.
const connect = (rest: string) =>
  `Failed to connect to the server.\nReason: hyper_util::client::legacy::Error(\n    Connect,\n    ${rest},\n)`;
const reading = (source: string) =>
  `Error reading response stream: reqwest::Error { kind: Decode, source: reqwest::Error { kind: Body, source: ${source} } }`;
const IMPIT_ROWS: [fault: string, kind: FailureKind, name: string, text: string][] = [
  ['proxy-auth', 'ProxyFault', 'ProxyAuthRequired', 'Proxy authentication required.'],
  ['proxy-auth', 'ProxyFault', 'ConnectError', connect('SocksConnect(V5(Auth(\n Failed)))')],
  ['proxy-dns', 'ProxyFault', 'ConnectError', connect('ConnectFailed(ConnectError("dns error", Custom {}))')],
  [
    'proxy-tls',
    'ProxyFault',
    'ConnectError',
    connect('ConnectFailed(Custom { error: InvalidCertificate(UnknownIssuer) })'),
  ],
  [
    'proxy-tls',
    'ProxyFault',
    'ConnectError',
    connect('ConnectFailed(Custom { error: InvalidMessage(InvalidContentType) })'),
  ],
  [
    'proxy-refused',
    'ProxyFault',
    'ConnectError',
    connect('ConnectFailed(ConnectError("tcp connect error", 127.0.0.1:9))'),
  ],
  [
    'proxy-refused',
    'ProxyFault',
    'ConnectError',
    connect('SocksConnect(Inner(ConnectError("tcp connect error")))'),
  ],
  [
    'proxy-tunnel',
    'ProxyFault',
    'ProxyTunnelError',
    'Proxy rejected the CONNECT tunnel with status code 403.',
  ],
  ['proxy-tunnel', 'ProxyFault', 'ConnectError', connect('TunnelUnexpectedEof')],
  ['proxy-tunnel', 'ProxyFault', 'ConnectError', connect('Io(Os { code: 104, kind: ConnectionReset })')],
  ['proxy-socks', 'ProxyFault', 'ConnectError', connect('SocksConnect(Parsing(Other))')],
  ['proxy-connect', 'ProxyFault', 'ConnectError', connect('ConnectFailed(something new)')],
  [
    'certificate',
    'UpstreamError',
    'ConnectError',
    connect('Custom { error: InvalidCertificate(UnknownIssuer) }'),
  ],
  ['tls', 'UpstreamError', 'ConnectError', connect('Custom { error: "tls handshake eof" }')],
  ['tls', 'UpstreamError', 'ConnectError', connect('Custom { error: InvalidMessage(InvalidContentType) }')],
  ['connect', 'UpstreamError', 'ConnectError', connect('something new')],
  ['timeout', 'UpstreamError', 'TimeoutError', 'Request timeout (3000 ms) exceeded.'],
  ['timeout', 'UpstreamError', 'Error', reading('TimedOut')],
  [
    'reset',
    'UpstreamError',
    'HTTPError',
    'The internal HTTP library has thrown an error: Error(SendRequest, hyper::Error(Io, Custom { kind: UnexpectedEof }))',
  ],
  ['not-http', 'UpstreamError', 'HTTPError', 'Error(SendRequest, hyper::Error(Parse(Version)))'],
  [
    'truncated',
    'UpstreamError',
    'Error',
    reading('hyper::Error(Body, Custom { kind: UnexpectedEof, error: IncompleteBody })'),
  ],
  ['damaged-body', 'UpstreamError', 'Error', reading('Kind(UnexpectedEof)')],
  [
    'damaged-body',
    'UpstreamError',
    'Error',
    reading('Custom { kind: InvalidData, error: "CRC computed does not match" }'),
  ],
  ['unknown', 'UpstreamError', 'Error', 'a text nobody has seen'],
];

describe('failureMeaning', () => {
  test.each(IMPIT_ROWS)('of impit: %s is a %s: %s %s', (...row) => {
    const [fault, kind, name, text] = row;
    const error = Object.assign(new Error(text), { name });
    expect(failureMeaning(error, { ...destination, transport: 'impit' })).toMatchObject({
      kind,
      evidence: { fault, proxyId: 7 },
    });
  });

  test.each(ROWS)('%s is a %s: %s', (fault, kind, text) => {
    expect(failureMeaning(new TypeError(text), destination)).toMatchObject({
      kind,
      evidence: { fault, proxyId: 7 },
    });
  });

  test('every row of the table has an example here', () => {
    for (const [transport, rows] of [
      ['wreq-js', ROWS],
      ['impit', IMPIT_ROWS],
    ] as const) {
      const seen = new Set(rows.map(([fault]) => fault));
      expect(FAILURE_TABLES[transport].filter(({ fault }) => !seen.has(fault))).toEqual([]);
    }
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
