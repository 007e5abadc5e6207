import { CrawlError } from '../domain/errors.ts';
import type { LeasedIdentity } from '../domain/identity.ts';
import { browserHeaders } from './browser-headers.ts';
import { downloadImage } from './download.ts';
import { verifyExitAddress } from './exit-address.ts';
import { fetchJson } from './fetch-json.ts';
import type { HttpTransport } from './http-transport.ts';
import { makeIdentity } from './make-identity.ts';
import type {
  OpenSession,
  RequestPacing,
  SessionPorts,
  SessionPurpose,
  TurnResult,
  TurnWish,
} from './session.ts';

export interface HttpSessionTools {
  openTransport(identity: LeasedIdentity): Promise<HttpTransport>;
  pacing: RequestPacing;
  /** Asked through the proxy before anything else; answers `{"ip": …}`. */
  exitAddressUrl: string;
}

/** Opens sessions that speak HTTP as a browser does, without one. */
export function createHttpSessions(tools: HttpSessionTools): SessionPorts['openSession'] {
  return async (purpose, turn) => {
    const identity = makeIdentity(purpose, turn);
    const transport = await tools.openTransport(identity);
    try {
      const exitAddress = await verifyExitAddress(transport, tools.exitAddressUrl, {
        headers: browserHeaders(identity, { purpose: 'page' }),
        signal: purpose.signal,
      });
      return sessionOf({ tools, purpose, identity, transport, exitAddress });
    } catch (error) {
      await transport.close();
      throw error;
    }
  };
}

interface SessionParts {
  tools: HttpSessionTools;
  purpose: SessionPurpose;
  identity: LeasedIdentity;
  transport: HttpTransport;
  exitAddress: string;
}

function sessionOf({ tools, purpose, identity, transport, exitAddress }: SessionParts): OpenSession {
  const { signal } = purpose;
  const durationsMs: number[] = [];
  let bytes = 0;

  /** Sends in turn and tells the pace how it went. */
  async function inTurn<Answer>(
    wish: Pick<TurnWish, 'platform' | 'url'>,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const turn = await tools.pacing.takeTurn({ ...wish, signal });
    const startedAt = performance.now();
    try {
      const answer = await blameless(send());
      await turn.end({ outcome: 'answered', durationMs: performance.now() - startedAt });
      return answer;
    } catch (error) {
      await turn.end(resultOf(error, performance.now() - startedAt));
      throw error;
    }
  }

  return {
    identity,
    exitAddress,
    async askJson(request) {
      const { method, url, body } = request;
      const origin = new URL(url).origin;
      const contentType = request.headers.find(([name]) => name === 'content-type')?.[1];
      const headers = browserHeaders(identity, {
        referer: `${origin}/`,
        own: request.headers.filter(([name]) => name !== 'content-type'),
        ...(contentType === undefined ? {} : { contentType }),
        ...(body === undefined ? {} : { origin, bodyBytes: Buffer.byteLength(body) }),
      });
      const { json, response } = await inTurn({ platform: purpose.platform, url }, () =>
        fetchJson(transport, { method, url, headers, signal, ...(body === undefined ? {} : { body }) }),
      );
      durationsMs.push(response.durationMs);
      bytes += response.wireBytes;
      return json;
    },
    async download(url) {
      const image = await inTurn({ platform: null, url }, () =>
        downloadImage(transport, url, { headers: browserHeaders(identity, { purpose: 'image' }), signal }),
      );
      bytes += image.bytes.length;
      return image;
    },
    usage: () => ({ bytes, ...(durationsMs.length === 0 ? {} : { responseTimeMs: meanOf(durationsMs) }) }),
    close: () => transport.close(),
  };
}

function meanOf(numbers: number[]): number {
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}

function resultOf(error: unknown, durationMs: number): TurnResult {
  if (!(error instanceof CrawlError)) return { outcome: 'failed', durationMs };
  if (error.kind === 'Blocked') return { outcome: 'blocked', durationMs };
  if (error.kind !== 'RateLimited') return { outcome: 'failed', durationMs };
  const { retryAfterMs } = error;
  return { outcome: 'limited', durationMs, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
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
