import { ApiProblem } from './answer-of.ts';

/** Returns the header with the reason for the audit; none if the reason is empty. Characters beyond ASCII are encoded as in RFC 8187. */
export function reasonHeader(reason: string): { 'X-Reason'?: string } {
  if (reason === '') return {};
  const isPlain = /^[\x20-\x7e]*$/.test(reason) && !/^utf-8''/i.test(reason);
  return { 'X-Reason': isPlain ? reason : `UTF-8''${encodeURIComponent(reason.toWellFormed())}` };
}

/**
 * Returns the headers of a request that starts something.
 * @param reason for the audit; empty: none
 * @param idempotencyKey the same for each attempt to send a request, as long as it is not known whether it arrived
 */
export function changeHeaders(reason: string, idempotencyKey: string): Record<string, string> {
  return { 'Idempotency-Key': idempotencyKey, ...reasonHeader(reason) };
}

/** Makes a new idempotency key, without `crypto.randomUUID`, which browsers have only over HTTPS and on loopback. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Whether the API has refused the request. The API keeps its refusal with the idempotency key, so another attempt needs a new key. If
 * false, the request may have been carried out and its answer lost; a retry with the same key carries it out only once.
 */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === null) return false;
  return error.status < 500 && error.status !== 429 && error.code !== 'idempotency-key-in-use';
}
