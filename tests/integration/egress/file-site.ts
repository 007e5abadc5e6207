import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How a site serves its one file. */
export interface FileSite {
  content: Buffer;
  headers: Record<string, string>;
  /** `ignores-ranges` sends the whole file always; `ignores-if-range` sends the part even of changed content. */
  ranges: 'served' | 'ignores-ranges' | 'ignores-if-range' | 'refuses-ranges';
  isLengthAnnounced: boolean;
  /** Where the address leads to. */
  redirect?: string;
  /** Sends nothing from this byte on. */
  stallsAt?: number;
  /** Ends an answer once this many bytes of it are sent. */
  endsAfter?: number;
  /** Changes the headers of a partial answer. */
  partHeaders?: (headers: Record<string, string>) => Record<string, string>;
  /** Where each request began, and with which encoding it was asked. */
  requests: { from: number; encoding: string | undefined }[];
  /** How many answers are still open. */
  openAnswers: number;
}

export function fileSite(content: Buffer, facts: Partial<FileSite> = {}): FileSite {
  return {
    content,
    headers: { etag: '"one"' },
    ranges: 'served',
    isLengthAnnounced: true,
    requests: [],
    openAnswers: 0,
    ...facts,
  };
}

const PIECE_BYTES = 64 * 1024;

/** Handles a request as the site does. */
export async function serveFile(
  site: FileSite,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (site.redirect !== undefined && request.url !== site.redirect) {
    response.writeHead(302, { location: site.redirect }).end();
    return;
  }
  site.openAnswers += 1;
  response.on('close', () => void (site.openAnswers -= 1));
  const from = startOf(site, request);
  site.requests.push({ from, encoding: request.headers['accept-encoding'] });
  const { content } = site;
  const length = site.isLengthAnnounced ? { 'content-length': String(content.length - from) } : {};
  if (site.ranges === 'refuses-ranges' && request.headers.range !== undefined) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  if (from === 0) response.writeHead(200, { ...site.headers, ...length });
  else {
    const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
    const headers = { ...site.headers, ...length, ...range };
    response.writeHead(206, site.partHeaders?.(headers) ?? headers);
  }
  // A client that gives up ends the answer.
  await pipeline(Readable.from(piecesOf(site, from)), response).catch(() => undefined);
}

async function* piecesOf(
  { content, stallsAt = Infinity, endsAfter = Infinity }: FileSite,
  from: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < content.length; at += PIECE_BYTES) {
    if (at - from >= endsAfter) return;
    if (at >= stallsAt) await new Promise(() => undefined);
    yield content.subarray(at, at + PIECE_BYTES);
  }
}

function startOf({ ranges, headers, content }: FileSite, request: IncomingMessage): number {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const mark = headers['etag'] ?? headers['last-modified'];
  const isSame = request.headers['if-range'] === mark;
  return ranges === 'ignores-ranges' || (!isSame && ranges === 'served') || start >= content.length
    ? 0
    : start;
}
