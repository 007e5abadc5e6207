import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FEED_HOST } from './site.ts';

/**
 * How the site behaves. `honest`: it sends the rest that a client asks for. `changes`: the file is another one each second. `lies`: it
 * answers a request for the rest with the beginning. `endless`: it never says how long the file is, and goes on for ten gigabytes.
 */
const MANNERS = ['honest', 'changes', 'lies', 'endless'] as const;

/** A request for a file of any size, such as `/files/40000000.bin?rate=5000000&manner=changes`. */
export interface LargeFileRequest {
  bytes: number;
  /** Bytes a second. */
  rate: number;
  manner: (typeof MANNERS)[number];
}

const BYTES_MAX = 10_000_000_000;

const PIECE_BYTES = 64 * 1024;

/** Parses a request for a large file; null when it is for something else. */
export function readLargeFileRequest(url: URL): LargeFileRequest | null {
  const [, bytes] = /^\/files\/(\d{1,11})\.bin$/.exec(url.pathname) ?? [];
  if (url.hostname !== FEED_HOST || bytes === undefined || Number(bytes) > BYTES_MAX) return null;
  const rate = Number(url.searchParams.get('rate') ?? Infinity);
  const manner = MANNERS.find((name) => name === url.searchParams.get('manner')) ?? 'honest';
  return {
    bytes: manner === 'endless' ? BYTES_MAX : Number(bytes),
    rate: rate > 0 ? rate : Infinity,
    manner,
  };
}

/** Sends a large file, or the rest of it that the client asks for. @returns the status */
export async function sendLargeFile(
  { bytes, rate, manner }: LargeFileRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const first = manner === 'changes' ? Math.floor(Date.now() / 1000) * 8 : 0;
  const etag = `"${bytes}-${first}"`;
  const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const isRest = start !== undefined && Number(start) < bytes && request.headers['if-range'] === etag;
  const from = isRest && manner !== 'lies' ? Number(start) : 0;
  response.writeHead(isRest ? 206 : 200, {
    'content-type': 'application/octet-stream',
    ...(manner !== 'endless' && { 'content-length': String(bytes - from), etag }),
    ...(isRest && { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` }),
  });
  // A client that gives up ends the answer.
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const pieces = piecesOf({ from, to: bytes, first, rate }, gone.signal);
  await pipeline(Readable.from(pieces), response).catch(() => undefined);
  return response.statusCode;
}

interface Sent {
  from: number;
  to: number;
  /** What the content of the file begins with. */
  first: number;
  rate: number;
}

async function* piecesOf({ from, to, first, rate }: Sent, signal: AbortSignal): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  for (let at = from; at < to; at += PIECE_BYTES) {
    const dueMs = ((at - from) / rate) * 1000 - (performance.now() - startedAt);
    if (dueMs > 0) await wait(dueMs, undefined, { signal });
    yield contentOf(first + at, Math.min(PIECE_BYTES, to - at));
  }
}

/** Returns a part of the content of a file: at each place divisible by eight, the place itself, counted from its first eight bytes. */
export function contentOf(from: number, bytes: number): Buffer {
  const first = from - (from % 8);
  const content = Buffer.alloc(Math.ceil((from - first + bytes) / 8) * 8);
  for (let at = 0; at < content.length; at += 8) content.writeBigUInt64BE(BigInt(first + at), at);
  return content.subarray(from - first, from - first + bytes);
}
