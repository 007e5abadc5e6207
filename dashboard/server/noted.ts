import { ApiProblem } from './call-api.ts';

/**
 * The headers of a request that changes something.
 * @param reason for the audit; empty: none
 * @param idempotencyKey the same for each attempt to send the same request
 * @throws ApiProblem for letters that no header takes
 */
export function noted(reason: string, idempotencyKey: string): Record<string, string> {
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(reason)) {
    const detail = 'It takes the letters of Western European languages, and no long dashes or curly quotes.';
    throw new ApiProblem({ title: 'The reason cannot be sent', detail });
  }
  return { 'Idempotency-Key': idempotencyKey, ...(reason === '' ? {} : { 'X-Reason': reason }) };
}

/** A new idempotency key. `crypto.randomUUID` exists over HTTPS and on loopback alone. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
