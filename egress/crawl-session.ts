import { setTimeout as wait } from 'node:timers/promises';
import { CrawlError } from '../domain/errors.ts';
import {
  acceptLanguageFor,
  chooseProfile,
  timeZoneOfState,
  type LeasedIdentity,
  type Proxy,
} from '../domain/identity.ts';
import { browserHeaders } from './browser-headers.ts';
import { downloadImage, type DownloadedImage } from './download.ts';
import { verifyExitAddress } from './exit-address.ts';
import { fetchJson } from './fetch-json.ts';
import type { HttpTransport } from './http-transport.ts';

/** What a session needs of the rest of the house; the worker hands it in. */
export interface SessionPorts {
  /** The active proxy that has rested longest, other than these where possible; null when none is active. */
  leaseProxy(triedProxyIds: number[]): Promise<Proxy | null>;
  /** Reserves the host's next slot; answers the milliseconds to wait for it. */
  reserveRequestSlot(host: string): Promise<number>;
  recordProxyOutcome(outcome: SessionOutcome): Promise<void>;
  openTransport(identity: LeasedIdentity): Promise<HttpTransport>;
  /** Asked through the proxy before anything else; answers `{"ip": …}`. */
  exitAddressUrl: string;
}

export interface SessionOutcome {
  attemptKey: string;
  proxyId: number;
  outcome: 'success' | 'blocked' | 'fault';
  detail?: string;
  responseTimeMs?: number;
  exitAddress?: string;
}

/** Whom a session is for. */
export interface SessionPurpose {
  stateCode: string | null;
  timeZone: string | null;
  /** Unique for each try, so that an outcome that is told twice counts once. */
  attemptKey: string;
  signal: AbortSignal;
}

/** A request that a platform describes. */
interface JsonRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: [name: string, value: string][];
  body?: string;
}

/** One identity in use: a proxy, a browser profile, its cookies. A new task gets a fresh one. */
export interface CrawlSession {
  identity: LeasedIdentity;
  exitAddress: string;
  /** Sends a request at the host's pace and judges the answer. @throws CrawlError */
  askJson(request: JsonRequest): Promise<unknown>;
  /** Downloads an image at its host's pace. @throws CrawlError */
  download(url: string): Promise<DownloadedImage>;
}

export interface OpenSession extends CrawlSession {
  responseTimeMs(): number | undefined;
  close(): Promise<void>;
}

/**
 * Leases an identity and sees where its requests leave.
 * @param turn counts the sessions of a task: each takes another profile
 * @throws CrawlError NoActiveProxy, ProxyFault
 */
export async function openSession(
  ports: SessionPorts,
  purpose: SessionPurpose,
  turn: { number: number; proxy: Proxy },
): Promise<OpenSession> {
  const identity = makeIdentity(purpose, turn);
  const transport = await ports.openTransport(identity);
  try {
    const exitAddress = await verifyExitAddress(transport, ports.exitAddressUrl, {
      headers: browserHeaders(identity, { purpose: 'page' }),
      signal: purpose.signal,
    });
    return sessionOf({ ports, identity, transport, exitAddress, signal: purpose.signal });
  } catch (error) {
    await transport.close();
    throw error;
  }
}

function makeIdentity(purpose: SessionPurpose, turn: { number: number; proxy: Proxy }): LeasedIdentity {
  const profile = chooseProfile(seedOf(purpose.attemptKey) + turn.number);
  return {
    proxy: turn.proxy,
    profile,
    acceptLanguage: acceptLanguageFor(purpose.stateCode, profile),
    timeZone: purpose.timeZone ?? timeZoneOfState(purpose.stateCode),
  };
}

/** A number from a text: equal keys give equal profiles, so a task can be told apart in logs and repeated in tests. */
function seedOf(key: string): number {
  let seed = 0;
  for (const letter of key) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return seed;
}

interface SessionParts {
  ports: SessionPorts;
  identity: LeasedIdentity;
  transport: HttpTransport;
  exitAddress: string;
  signal: AbortSignal;
}

function sessionOf({ ports, identity, transport, exitAddress, signal }: SessionParts): OpenSession {
  const durationsMs: number[] = [];

  async function takeTurn(url: string): Promise<void> {
    const waitMs = await ports.reserveRequestSlot(new URL(url).host);
    if (waitMs > 0) await wait(waitMs, undefined, { signal });
  }

  return {
    identity,
    exitAddress,
    async askJson(request) {
      await takeTurn(request.url);
      const origin = new URL(request.url).origin;
      const contentType = request.headers.find(([name]) => name === 'content-type')?.[1];
      const headers = browserHeaders(identity, {
        referer: `${origin}/`,
        own: request.headers.filter(([name]) => name !== 'content-type'),
        ...(contentType === undefined ? {} : { contentType }),
        ...(request.body === undefined ? {} : { origin, bodyBytes: Buffer.byteLength(request.body) }),
      });
      const { method, url, body } = request;
      const { json, response } = await blameless(
        fetchJson(transport, { method, url, headers, signal, ...(body === undefined ? {} : { body }) }),
      );
      durationsMs.push(response.durationMs);
      return json;
    },
    async download(url) {
      await takeTurn(url);
      return blameless(
        downloadImage(transport, url, {
          headers: browserHeaders(identity, { purpose: 'image' }),
          signal,
        }),
      );
    },
    responseTimeMs: () =>
      durationsMs.length === 0
        ? undefined
        : Math.round(durationsMs.reduce((sum, ms) => sum + ms, 0) / durationsMs.length),
    close: () => transport.close(),
  };
}

/**
 * The proxy showed a moment ago that it works, and no tunnel says which of its ends failed. Blaming the proxy would let
 * one host that is down take every proxy out of use.
 */
async function blameless<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CrawlError) || error.kind !== 'ProxyFault') throw error;
    throw new CrawlError('UpstreamError', error.message, {
      ...(error.evidence === undefined ? {} : { evidence: error.evidence }),
      cause: error,
    });
  }
}

/** The next proxy to try. @throws CrawlError NoActiveProxy */
export async function leaseNextProxy(ports: SessionPorts, triedProxyIds: number[]): Promise<Proxy> {
  const proxy = await ports.leaseProxy(triedProxyIds);
  if (proxy === null) {
    throw new CrawlError(
      'NoActiveProxy',
      'No proxy is active: every row of the table proxies has is_active = false, or there is none.',
    );
  }
  return proxy;
}
