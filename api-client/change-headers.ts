import { ApiProblem } from './answer-of.ts';

/** The header that has the reason for the audit; empty: none. Letters beyond ASCII are written as in RFC 8187. */
export function reasonHeader(reason: string): { 'X-Reason'?: string } {
  if (reason === '') return {};
  const isPlain = /^[\x20-\x7e]*$/.test(reason) && !/^utf-8''/i.test(reason);
  return { 'X-Reason': isPlain ? reason : `UTF-8''${encodeURIComponent(reason.toWellFormed())}` };
}

/**
 * The headers of a request that starts something.
 * @param reason for the audit; empty: none
 * @param idempotencyKey the same for each attempt to send the same request, as long as nobody knows whether it has arrived
 */
export function changeHeaders(reason: string, idempotencyKey: string): Record<string, string> {
  return { 'Idempotency-Key': idempotencyKey, ...reasonHeader(reason) };
}

/** A new idempotency key. `crypto.randomUUID` exists over HTTPS and on loopback alone. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Whether the API has said no. Its answer stays with the idempotency key, so another attempt needs another key. Else the
 * request may have been carried out and its answer lost, and the same key has it carried out once.
 */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === null) return false;
  return error.status < 500 && error.status !== 429 && error.code !== 'idempotency-key-in-use';
}
