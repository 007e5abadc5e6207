import { CrawlError } from '../domain/errors.ts';
import type { LeasedIdentity } from '../domain/identity.ts';
import { assertPublicAddress, type AddressPolicy } from './address-guard.ts';
import { createCookieMemory, type CookieMemory } from './cookie-memory.ts';
import { within, type Deadline } from './deadline.ts';
import { failureMeaning, proxyAnswerFailure, timeoutFailure, type Destination } from './failure-meaning.ts';
import { headerOf, type HttpRequest, type HttpResponse, type HttpTransport } from './http-transport.ts';
import { nextHop } from './next-hop.ts';
import { readWireBody, type WireAnswer } from './read-wire-body.ts';
import { strictDecompress } from './strict-decompress.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 60_000;
const WIRE_BYTES_MAX = 20_000_000;
const BODY_BYTES_MAX = 100_000_000;
const REDIRECTS_MAX = 3;

/** What the HTTP library must provide: a client that sends requests through one proxy, as one browser. */
export interface WireClient {
  /**
   * Sends one request, follows no redirect, and resolves once the answer's headers have arrived. Aborting the signal ends the
   * request, or the body that is still being read.
   */
  start(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

export type WireRequest = Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> & {
  signal: AbortSignal;
  /** The library's own time limit. A fallback for our deadlines: it ends a request that nobody waits for any more. */
  timeoutMs: number;
};

export type BoundedTransportOptions = {
  client: WireClient;
  identity: Pick<LeasedIdentity, 'proxy' | 'profile'>;
  policy: AddressPolicy;
};

type SendContext = Omit<BoundedTransportOptions, 'identity'> & { proxyId: number; cookies: CookieMemory };

/** Makes a transport from a client: checks each address, follows redirects, keeps cookies, and limits time and size. */
export function createBoundedTransport({ identity, ...options }: BoundedTransportOptions): HttpTransport {
  const context = { ...options, proxyId: identity.proxy.id, cookies: createCookieMemory(identity.profile) };
  let isClosed = false;
  return {
    async send(request) {
      if (isClosed) throw new CrawlError('InvalidInput', 'Expected an open transport, this one was closed');
      return sendFollowing(context, request);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await options.client.close();
    },
  };
}

async function sendFollowing(context: SendContext, request: HttpRequest): Promise<HttpResponse> {
  const startedAt = performance.now();
  const destination = { url: request.url, proxyId: context.proxyId };
  // Send the checked address, because a library may read another host from the original text than the guard did.
  const { href: url } = await within(
    answerDeadline(request, destination),
    assertPublicAddress(request.url, context.policy),
  );
  let hop: HttpRequest = { ...request, url };
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOnce(context, hop);
    const next = await within(answerDeadline(hop, destination), nextHop(hop, response, context.policy));
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
  { client, proxyId, cookies }: SendContext,
  request: HttpRequest,
): Promise<Omit<HttpResponse, 'durationMs'>> {
  const destination: Destination = { url: request.url, proxyId };
  const { method, url, body } = request;
  const headers = await cookies.addTo(request);
  const timeoutMs = (request.timeoutMs ?? ANSWER_TIMEOUT_MS) + (request.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
  const stop = new AbortController();
  try {
    const answer = await within(
      answerDeadline(request, destination),
      client.start({
        method,
        url,
        headers,
        timeoutMs,
        signal: stop.signal,
        ...(body !== undefined && { body }),
      }),
    );
    refuseProxyAnswer(answer.status, destination);
    await cookies.keep(url, answer.headers);
    return {
      status: answer.status,
      headers: answer.headers,
      url,
      ...(await bodyOf(answer, request, destination)),
    };
  } catch (error) {
    request.signal?.throwIfAborted();
    throw failureMeaning(error, destination);
  } finally {
    // Ends the native request if a deadline or the caller gave it up; a finished request ignores this.
    stop.abort();
  }
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

// On plain HTTP a proxy answers in the site's place, with 407 or 590 to 599. Inside an HTTPS tunnel only the site can answer.
function refuseProxyAnswer(status: number, destination: Destination): void {
  const isPlain = new URL(destination.url).protocol === 'http:';
  const isProxyCode = status === 407 || (status >= 590 && status <= 599);
  if (isPlain && isProxyCode) throw proxyAnswerFailure(status, destination);
}

async function bodyOf(
  answer: WireAnswer,
  request: HttpRequest,
  destination: Destination,
): Promise<Pick<HttpResponse, 'body' | 'wireBytes'>> {
  const maxBodyBytes = request.maxBodyBytes ?? BODY_BYTES_MAX;
  try {
    const bytes = await readWireBody(answer, {
      maxWireBytes: request.maxWireBytes ?? WIRE_BYTES_MAX,
      deadline: bodyDeadline(request, destination),
      onBytes: request.onBytes,
    });
    return { body: await decoded(answer, bytes, maxBodyBytes), wireBytes: bytes.length };
  } catch (error) {
    request.signal?.throwIfAborted();
    const failure = failureMeaning(error, destination);
    // A refusal remains a refusal when its page is damaged, because the caller acts on the status alone.
    if (answer.status >= 400 && failure.evidence?.['fault'] === 'damaged-body')
      return { body: Buffer.alloc(0), wireBytes: Number(headerOf(answer, 'content-length') ?? 0) };
    throw failure;
  }
}

async function decoded(answer: WireAnswer, bytes: Buffer, maxBodyBytes: number): Promise<Buffer> {
  const isEmptyByRule =
    answer.status === 204 || answer.status === 304 || headerOf(answer, 'content-length') === '0';
  if (bytes.length === 0 && isEmptyByRule) return bytes;
  return strictDecompress(bytes, headerOf(answer, 'content-encoding'), maxBodyBytes);
}
