import { createHash } from 'node:crypto';
import { headerOf, type StreamedAnswer } from './http-transport.ts';

// Whether what a site sends now is the content that an earlier attempt began to receive.

/** Where the content of a file comes from. */
export interface FileOrigin {
  /** The hash of the address. */
  source: string;
  /** The hash of the address that redirects led to, without its query, which may have a new signature each time. */
  place: string;
  /** A strong ETag, or a date that is safe to compare; null: the content cannot be recognised. */
  validator: string | null;
  totalBytes: number | null;
  contentType: string;
}

/** What an earlier attempt left. */
export interface Kept {
  origin: FileOrigin & { validator: string };
  bytes: number;
}

/**
 * Returns the size of the whole file if a partial answer continues exactly what is there, else null: a site may answer with a part
 * of other content although `If-Range` forbids it.
 */
export function totalToContinue(answer: StreamedAnswer, { origin, bytes }: Kept): number | null {
  const [, start, end, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(answer, 'content-range') ?? '') ?? [];
  if (Number(start) !== bytes || Number(end) + 1 !== Number(total)) return null;
  if (origin.totalBytes !== null && origin.totalBytes !== Number(total)) return null;
  const mark = headerOf(answer, origin.validator.startsWith('"') ? 'etag' : 'last-modified');
  const named = typeOf(answer);
  // Several parts in one body, or a page that is no part of the file.
  const isOther = named.startsWith('multipart/') || (named === 'text/html' && origin.contentType !== named);
  const isSame = mark === origin.validator && placeHash(answer) === origin.place;
  return isSame && !isOther && !isEncoded(answer) ? Number(total) : null;
}

/** How much older than the answer a content's date has to be, so that it cannot have changed twice within that second. */
const SAFE_AGE_MS = 60_000;

/** Returns what the site recognises this content by; null: nothing that is safe to compare. */
export function validatorOf(answer: StreamedAnswer): string | null {
  const etag = headerOf(answer, 'etag');
  // A weak ETag, `W/…`, may stay the same when bytes change.
  if (etag !== null) return etag.startsWith('"') ? etag : null;
  const modified = headerOf(answer, 'last-modified');
  if (modified === null) return null;
  const age = Date.parse(headerOf(answer, 'date') ?? '') - Date.parse(modified);
  return age >= SAFE_AGE_MS ? modified : null;
}

/** Identifies the place that an address led to, without the query. */
export function placeHash({ url }: StreamedAnswer): string {
  const { origin, pathname } = new URL(url);
  return hashOf(`${origin}${pathname}`);
}

/** Returns the content type that the site gave, in lower case and without parameters. */
export function typeOf(answer: StreamedAnswer): string {
  const [named = ''] = (headerOf(answer, 'content-type') ?? '').split(';');
  return named.trim().toLowerCase();
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether the body has a content-encoding. */
export function isEncoded(answer: StreamedAnswer): boolean {
  return !['', 'identity'].includes((headerOf(answer, 'content-encoding') ?? '').trim().toLowerCase());
}
