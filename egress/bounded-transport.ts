import { CrawlError } from '../domain/errors.ts';
import type { LeasedIdentity, Proxy } from '../domain/identity.ts';
import { assertPublicAddress, type AddressPolicy } from './address-guard.ts';
import { createCookieMemory, type CookieMemory } from './cookie-memory.ts';
import { within, type Deadline } from './deadline.ts';
import { failureMeaning, proxyAnswerFailure, timeoutFailure, type Destination } from './failure-meaning.ts';
import {
  headerOf,
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
  type StreamedAnswer,
  type StreamRequest,
} from './http-transport.ts';
import { isRedirect, nextHop } from './next-hop.ts';
import { announcedBytes, readWireBody, streamWireBody, type WireAnswer } from './read-wire-body.ts';
import { strictDecompress } from './strict-decompress.ts';

const ANSWER_TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 60_000;
const WIRE_BYTES_MAX = 20_000_000;
const BODY_BYTES_MAX = 100_000_000;
const REDIRECTS_MAX = 3;
const STALL_MS = 60_000;

/** A streamed body may take any time; the library's own time limit is far beyond what a download takes. */
const STREAM_MS_MAX = 7 * 24 * 3_600_000;

/** What the HTTP library must provide: a client that sends requests on one way, as one browser. */
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
  /** Its proxy is null if requests leave from this machine's own address. */
  identity: Pick<LeasedIdentity, 'profile'> & { proxy: Pick<Proxy, 'id'> | null; cookies?: CookieMemory };
  policy: AddressPolicy;
};

type SendContext = Omit<BoundedTransportOptions, 'identity'> & {
  proxyId: number | null;
  cookies: CookieMemory;
};

/** Makes a transport from a client: checks each address, follows redirects, keeps cookies, and limits time and size. */
export function createBoundedTransport({ identity, ...options }: BoundedTransportOptions): HttpTransport {
  const cookies = identity.cookies ?? createCookieMemory(identity.profile);
  const context = { ...options, proxyId: identity.proxy?.id ?? null, cookies };
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new CrawlError('InvalidInput', 'Expected an open transport, this one was closed');
  };
  return {
    async send(request) {
      requireOpen();
      const startedAt = performance.now();
      const { received, ...head } = await sendFollowing(context, request, bodyOf);
      return { ...head, ...received, durationMs: Math.round(performance.now() - startedAt) };
    },
    async stream(request, read) {
      requireOpen();
      const endless = { ...request, method: 'GET', bodyTimeoutMs: STREAM_MS_MAX } as const;
      const { received } = await sendFollowing(context, endless, async (answer, { hop, destination }) =>
        // Only the last answer, which leads nowhere else, is passed on.
        isRedirect(answer.status)
          ? null
          : { result: await read(streamedOf(answer, request, { hop, destination })) },
      );
      return received!.result;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await options.client.close();
    },
  };
}

/** One request of those that redirects lead to. */
interface Hop {
  hop: HttpRequest;
  destination: Destination;
}

/** Reads the body of an answer; called for redirects, too. */
type Receive<Received> = (answer: WireAnswer, sent: Hop) => Promise<Received>;

type Followed<Received> = Pick<HttpResponse, 'status' | 'headers' | 'url'> & { received: Received };

async function sendFollowing<Received>(
  context: SendContext,
  request: HttpRequest,
  receive: Receive<Received>,
): Promise<Followed<Received>> {
  const destination = { url: request.url, proxyId: context.proxyId };
  // Send the checked address, because a library may read another host from the original text than the guard did.
  const { href: url } = await within(
    answerDeadline(request, destination),
    assertPublicAddress(request.url, context.policy),
  );
  let hop: HttpRequest = { ...request, url };
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOnce(context, hop, receive);
    const next = await within(answerDeadline(hop, destination), nextHop(hop, response, context.policy));
    if (next === null) return response;
    if (redirects === REDIRECTS_MAX) {
      throw new CrawlError('ContractBroken', `Expected at most ${REDIRECTS_MAX} redirects, got more`, {
        evidence: { fault: 'too-many-redirects', status: response.status },
      });
    }
    hop = next;
  }
}

async function sendOnce<Received>(
  context: SendContext,
  hop: HttpRequest,
  receive: Receive<Received>,
): Promise<Followed<Received>> {
  const destination: Destination = { url: hop.url, proxyId: context.proxyId };
  const stop = new AbortController();
  try {
    const answer = await openAnswer(context, { hop, destination }, stop.signal);
    const { status, headers } = answer;
    return { status, headers, url: hop.url, received: await receive(answer, { hop, destination }) };
  } finally {
    // Ends the native request if a deadline or the caller gave it up; a finished request ignores this.
    stop.abort();
  }
}

async function openAnswer(
  { client, cookies }: SendContext,
  { hop, destination }: Hop,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const { method, url, body } = hop;
  try {
    const headers = await cookies.addTo(hop);
    const timeoutMs = (hop.timeoutMs ?? ANSWER_TIMEOUT_MS) + (hop.bodyTimeoutMs ?? BODY_TIMEOUT_MS);
    const answer = await within(
      answerDeadline(hop, destination),
      client.start({ method, url, headers, timeoutMs, signal, ...(body !== undefined && { body }) }),
    );
    refuseProxyAnswer(answer.status, destination);
    await cookies.keep(url, answer.headers);
    return answer;
  } catch (error) {
    hop.signal?.throwIfAborted();
    throw failureMeaning(error, destination);
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
  { hop: request, destination }: Hop,
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

function streamedOf(
  answer: WireAnswer,
  { stallMs = STALL_MS, signal, onBytes }: StreamRequest,
  { hop: { url }, destination }: Hop,
): StreamedAnswer {
  const failure = (): CrawlError => timeoutFailure('chunk', stallMs, destination);
  const each: Deadline = { timeoutMs: stallMs, signal, failure };
  const { status, headers } = answer;
  return {
    status,
    headers,
    url,
    announcedBytes: announcedBytes(answer),
    chunks: withMeaning(streamWireBody(answer, { each, onBytes }), { signal, destination }),
  };
}

async function* withMeaning(
  chunks: AsyncIterable<Uint8Array>,
  { signal, destination }: { signal: AbortSignal | undefined; destination: Destination },
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    signal?.throwIfAborted();
    throw failureMeaning(error, destination);
  }
}

async function decoded(answer: WireAnswer, bytes: Buffer, maxBodyBytes: number): Promise<Buffer> {
  const isEmptyByRule =
    answer.status === 204 || answer.status === 304 || headerOf(answer, 'content-length') === '0';
  if (bytes.length === 0 && isEmptyByRule) return bytes;
  return strictDecompress(bytes, headerOf(answer, 'content-encoding'), maxBodyBytes);
}
