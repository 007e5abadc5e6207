import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FEED_HOST } from './site.ts';

/** A request for a file of any size, such as `/files/40000000.bin?rate=5000000`. */
export interface LargeFileRequest {
  bytes: number;
  /** Bytes a second. */
  rate: number;
}

const BYTES_MAX = 10_000_000_000;

const PIECE_BYTES = 64 * 1024;

/** Parses a request for a large file; null when it is for something else. */
export function readLargeFileRequest(url: URL): LargeFileRequest | null {
  const [, bytes] = /^\/files\/(\d{1,11})\.bin$/.exec(url.pathname) ?? [];
  if (url.hostname !== FEED_HOST || bytes === undefined || Number(bytes) > BYTES_MAX) return null;
  const rate = Number(url.searchParams.get('rate') ?? Infinity);
  return { bytes: Number(bytes), rate: rate > 0 ? rate : Infinity };
}

/** Sends a large file, or the rest of it that the client asks for. Its content depends on its size alone. @returns the status */
export async function sendLargeFile(
  { bytes, rate }: LargeFileRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const etag = `"${bytes}"`;
  const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const isRest = start !== undefined && Number(start) < bytes && request.headers['if-range'] === etag;
  const from = isRest ? Number(start) : 0;
  response.writeHead(isRest ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes - from),
    etag,
    ...(isRest && { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` }),
  });
  // A client that gives up ends the answer.
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await pipeline(Readable.from(piecesOf({ bytes, rate }, from, gone.signal)), response).catch(
    () => undefined,
  );
  return response.statusCode;
}

async function* piecesOf(
  { bytes, rate }: LargeFileRequest,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  for (let at = from; at < bytes; at += PIECE_BYTES) {
    const dueMs = ((at - from) / rate) * 1000 - (performance.now() - startedAt);
    if (dueMs > 0) await wait(dueMs, undefined, { signal });
    yield contentOf(at, Math.min(PIECE_BYTES, bytes - at));
  }
}

/** Returns a part of the content: at each place divisible by eight, the place itself. */
export function contentOf(from: number, bytes: number): Buffer {
  const first = from - (from % 8);
  const content = Buffer.alloc(Math.ceil((from - first + bytes) / 8) * 8);
  for (let at = 0; at < content.length; at += 8) content.writeBigUInt64BE(BigInt(first + at), at);
  return content.subarray(from - first, from - first + bytes);
}
