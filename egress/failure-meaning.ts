import { CrawlError, type Evidence, type FailureKind } from '../domain/errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CREDENTIALS_REFUSED } from '../domain/proxy-outcome.ts';

type Row = {
  /** Short name for the evidence and the counters. */
  fault: string;
  pattern: RegExp;
  kind: FailureKind;
  /** The meaning for operators. */
  meaning: string;
};

/**
 * Maps the error texts of wreq-js, which has no other codes, to our kinds; the first matching row decides.
 *
 * Every failure before the tunnel is open is the proxy's fault, even when the proxy says that it cannot reach the target: the error does
 * not show which of the two is down, and a wrong guess here would spend the store's retries. A failure inside the tunnel is the platform's
 * fault.
 */
export const FAILURES: readonly Row[] = [
  row('proxy-auth', /proxy authorization required|Password auth failure/i, CREDENTIALS_REFUSED),
  row('proxy-dns', /ProxyConnect.*dns error/i, 'the name of the proxy does not resolve'),
  row(
    'proxy-tls',
    /ProxyConnect.*(CERTIFICATE_VERIFY|WRONG_VERSION_NUMBER|SSL)/i,
    'TLS with the proxy fails',
  ),
  row('proxy-refused', /ProxyConnect.*tcp connect error/i, 'the proxy accepts no connection'),
  row('proxy-tunnel', /ProxyConnect.*tunnel error/i, 'the proxy opens no tunnel'),
  row('proxy-socks', /ProxyConnect.*SOCKS error/i, 'the SOCKS proxy refuses or fails'),
  row('proxy-connect', /ProxyConnect/i, 'the connection to the proxy fails'),
  // With a proxy, this phase covers the connection to the proxy, its tunnel and the handshake; a hung proxy is by far the likeliest cause.
  row('connect-timeout', /\(Connect\).*timed out/i, 'no connection through the proxy in time'),
  upstream('certificate', /CERTIFICATE_VERIFY/i, 'the certificate of the site is not trusted'),
  upstream('tls', /\(Connect\).*(WRONG_VERSION_NUMBER|SSL|TLS)/i, 'TLS with the site fails'),
  upstream('dns', /dns error/i, 'the name of the site does not resolve'),
  upstream('connect', /\(Connect\)/i, 'the connection to the site fails'),
  upstream('timeout', /timed out/i, 'the site did not answer in time'),
  upstream(
    'truncated',
    /end of file before message length|unexpected EOF|stream error|decoding response body|body from connection/i,
    'the answer was cut off',
  ),
  upstream(
    'reset',
    /connection closed|connection reset|broken pipe|os error (32|104)|GOAWAY/i,
    'the site closed the connection',
  ),
  upstream('not-http', /\(SendRequest\)/i, 'the answer is not HTTP'),
];

function row(fault: string, pattern: RegExp, meaning: string): Row {
  return { fault, pattern, kind: 'ProxyFault', meaning };
}

function upstream(fault: string, pattern: RegExp, meaning: string): Row {
  return { fault, pattern, kind: 'UpstreamError', meaning };
}

const UNKNOWN = {
  kind: 'UpstreamError' as const,
  fault: 'unknown',
  meaning: 'the request failed in a way we do not know',
};

/** Without a proxy, only the way to the site can fail before the answer. */
const NO_CONNECTION = {
  kind: 'UpstreamError' as const,
  fault: 'connect',
  meaning: 'the connection to the site fails',
};

/** The destination of a request, for the message. Only the host is shown, because an address may contain a query with ids. */
export type Destination = {
  url: string;
  /** Null: the request leaves from this machine's own address. */
  proxyId: number | null;
};

/**
 * Turns a low-level transport error into a CrawlError. A CrawlError passes unchanged.
 *
 * The original error is not kept as the cause, because its text may contain the proxy's password. The evidence has its scrubbed
 * text instead.
 */
export function failureMeaning(error: unknown, destination: Destination): CrawlError {
  if (error instanceof CrawlError) return error;
  const text = textOf(error);
  const known = FAILURES.find(({ pattern }) => pattern.test(text));
  const { kind, fault, meaning } =
    known?.kind === 'ProxyFault' && destination.proxyId === null ? NO_CONNECTION : (known ?? UNKNOWN);
  return new CrawlError(kind, `Expected an answer from ${hostOf(destination.url)}: ${meaning}`, {
    evidence: evidenceOf(fault, text, destination),
  });
}

const AWAITED = { headers: 'an answer', body: 'the whole body', chunk: 'more of the body' } as const;

/** Returns the failure of one of our deadlines: headers, the whole body, or its next chunk took longer than allowed. */
export function timeoutFailure(
  phase: keyof typeof AWAITED,
  afterMs: number,
  destination: Destination,
): CrawlError {
  return new CrawlError(
    'UpstreamError',
    `Expected ${AWAITED[phase]} from ${hostOf(destination.url)} within ${afterMs} ms, got none`,
    { evidence: { fault: `${phase}-timeout`, afterMs, proxyId: destination.proxyId } },
  );
}

/** Returns the failure of a proxy that answered in the site's place, which happens only on plain HTTP. */
export function proxyAnswerFailure(status: number, destination: Destination): CrawlError {
  const meaning = status === 407 ? CREDENTIALS_REFUSED : 'the proxy could not reach the site';
  return new CrawlError('ProxyFault', `Expected an answer from ${hostOf(destination.url)}: ${meaning}`, {
    evidence: { fault: status === 407 ? 'proxy-auth' : 'proxy-answer', status, proxyId: destination.proxyId },
  });
}

function evidenceOf(fault: string, text: string, { proxyId }: Destination): Evidence {
  return { fault, proxyId, detail: scrubCredentials(text).slice(0, 200) };
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return withoutUrls(text).replaceAll(/\s+/g, ' ');
}

// An error text of wreq-js repeats the address up to twice. An address is long, may contain ids, and its path could match a pattern.
function withoutUrls(text: string): string {
  return text
    .replaceAll(/\b(?:GET|POST) \S+: /g, '')
    .replaceAll(/ for (?:uri|url) \([^)]*\)/g, '')
    .replaceAll(/\b[a-z0-9+.-]+:\/\/\S+/gi, '<address>');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unreadable address';
}
