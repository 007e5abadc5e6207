import { createSession, createTransport, fetch, type Response, type Session, type Transport } from 'wreq-js';
import { CrawlError } from '../domain/errors.ts';
import type { LeasedIdentity, Proxy } from '../domain/identity.ts';
import { assertAllowedAddress, type AddressPolicy } from './address-guard.ts';
import { within, type Deadline } from './deadline.ts';
import { failureMeaning, proxyAnswerFailure, timeoutFailure, type Destination } from './failure-meaning.ts';
import { headerOf, type HttpRequest, type HttpResponse, type HttpTransport } from './http-transport.ts';
import { nextHop } from './next-hop.ts';
import { readWireBody } from './read-wire-body.ts';
import { strictDecompress } from './strict-decompress.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const WIRE_BYTES_MAX = 20_000_000;
const BODY_BYTES_MAX = 100_000_000;
const REDIRECTS_MAX = 3;

export type WreqTransportOptions = {
  identity: Pick<LeasedIdentity, 'proxy' | 'profile'>;
  /**
   * Whose certificates are trusted: `combined` (the default) is Mozilla's list and the file that SSL_CERT_FILE names,
   * which must be set before the first request of the process. Verification itself cannot be turned off.
   */
  trustStore?: 'combined' | 'mozilla' | 'defaultPaths';
  /** 10 000 by default: the proxy's connection, its tunnel and the TLS handshake with the site. */
  connectTimeoutMs?: number;
  addressPolicy?: AddressPolicy;
};

/**
 * The transport of one identity on wreq-js: its proxy, its browser's TLS and HTTP/2 profile, and the cookies that the
 * sites give it. A new identity needs a new transport, because an open connection keeps its exit address.
 *
 * @throws CrawlError InvalidInput when wreq-js refuses the options.
 */
export async function createWreqTransport(options: WreqTransportOptions): Promise<HttpTransport> {
  const native = await openNative(options);
  const context: SendContext = { native, proxy: options.identity.proxy, policy: options.addressPolicy ?? {} };
  let isClosed = false;
  return {
    async send(request) {
      if (isClosed) throw new CrawlError('InvalidInput', 'Expected an open transport, this one was closed');
      return sendFollowing(context, request);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      // The session owns a transport of its own that never sends; both are released here.
      await native.session.close();
      await native.transport.close();
    },
  };
}

type Native = { transport: Transport; session: Session };

type SendContext = { native: Native; proxy: Proxy; policy: AddressPolicy };

async function openNative(options: WreqTransportOptions): Promise<Native> {
  const profile = {
    ...options.identity.profile.tlsProfile,
    proxy: proxyUrl(options.identity.proxy),
    trustStore: options.trustStore ?? 'combined',
  } as const;
  try {
    const transport = await createTransport({
      ...profile,
      connectTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    });
    return { transport, session: await createSession(profile) };
  } catch {
    // The text of wreq-js may contain the proxy's address with its password, so it is not kept.
    throw new CrawlError(
      'InvalidInput',
      `Expected usable transport options, wreq-js refuses those of proxy ${options.identity.proxy.id}`,
    );
  }
}

// socks5h lets the proxy resolve names: a lookup of our own would show where the crawler stands.
function proxyUrl(proxy: Proxy): string {
  const scheme = proxy.protocol === 'socks5' ? 'socks5h' : proxy.protocol;
  const user = encodeURIComponent(proxy.username ?? '');
  const password = proxy.password === null ? '' : `:${encodeURIComponent(proxy.password)}`;
  const credentials = proxy.username === null ? '' : `${user}${password}@`;
  const host = proxy.host.includes(':') && !proxy.host.startsWith('[') ? `[${proxy.host}]` : proxy.host;
  return `${scheme}://${credentials}${host}:${proxy.port}`;
}

async function sendFollowing(context: SendContext, request: HttpRequest): Promise<HttpResponse> {
  const startedAt = performance.now();
  let hop = request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOnce(context, hop);
    const next = nextHop(hop, response, context.policy);
    if (next === null) return { ...response, durationMs: Math.round(performance.now() - startedAt) };
    if (redirects === REDIRECTS_MAX) {
      throw new CrawlError('ContractBroken', `Expected at most ${REDIRECTS_MAX} redirects, got more`, {
        evidence: { fault: 'too-many-redirects', status: response.status },
      });
    }
    hop = next;
  }
}

async function sendOnce(
  context: SendContext,
  request: HttpRequest,
): Promise<Omit<HttpResponse, 'durationMs'>> {
  const address = assertAllowedAddress(request.url, context.policy);
  const destination: Destination = { url: request.url, proxyId: context.proxy.id };
  const stop = new AbortController();
  try {
    const response = await within(
      answerDeadline(request, destination),
      startNative(context.native, request, stop.signal),
    );
    refuseProxyAnswer(response.status, address, destination);
    const wire = await readWireBody(response, {
      maxWireBytes: request.maxWireBytes ?? WIRE_BYTES_MAX,
      deadline: bodyDeadline(request, destination),
    });
    const headers = lowerCased(response);
    const body = await decodedBody(
      wire,
      { status: response.status, headers },
      request.maxBodyBytes ?? BODY_BYTES_MAX,
    );
    return { status: response.status, headers, body, wireBytes: wire.length, url: request.url };
  } catch (error) {
    request.signal?.throwIfAborted();
    throw failureMeaning(error, destination);
  } finally {
    // Ends the native request where our own clock or the caller gave up on it; a finished one ignores this.
    stop.abort();
  }
}

function startNative(
  { transport, session }: Native,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(request.url, {
    transport,
    session,
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.body !== undefined && { body: request.body }),
    redirect: 'manual',
    disableDefaultHeaders: true,
    compress: false,
    // A second net under our own deadlines, for a request that outlives the process's interest in it.
    timeout: (request.timeoutMs ?? ANSWER_TIMEOUT_MS) + (request.bodyTimeoutMs ?? BODY_TIMEOUT_MS),
    signal,
  });
}

function answerDeadline(request: HttpRequest, destination: Destination): Deadline {
  const timeoutMs = request.timeoutMs ?? ANSWER_TIMEOUT_MS;
  return {
    timeoutMs,
    signal: request.signal,
    failure: () => timeoutFailure('headers', timeoutMs, destination),
  };
}

function bodyDeadline(request: HttpRequest, destination: Destination): Deadline {
  const timeoutMs = request.bodyTimeoutMs ?? BODY_TIMEOUT_MS;
  return { timeoutMs, signal: request.signal, failure: () => timeoutFailure('body', timeoutMs, destination) };
}

// 407 comes from a proxy whatever the scheme. On plain HTTP the proxy also answers in the site's place with 590 to 599.
function refuseProxyAnswer(status: number, address: URL, destination: Destination): void {
  const isProxyCode = status === 407 || (address.protocol === 'http:' && status >= 590 && status <= 599);
  if (isProxyCode) throw proxyAnswerFailure(status, destination);
}

function lowerCased(response: Response): [string, string][] {
  return response.headers.toTuples().map(([name, value]) => [name.toLowerCase(), value]);
}

async function decodedBody(
  wire: Buffer,
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  maxBodyBytes: number,
): Promise<Buffer> {
  const isEmptyByRule = status === 204 || status === 304 || headerOf({ headers }, 'content-length') === '0';
  if (wire.length === 0 && isEmptyByRule) return wire;
  try {
    return await strictDecompress(wire, headerOf({ headers }, 'content-encoding'), maxBodyBytes);
  } catch (error) {
    // A refusal stays a refusal when its page is damaged: the status is what the caller acts on.
    if (status >= 400) return Buffer.alloc(0);
    throw error;
  }
}
