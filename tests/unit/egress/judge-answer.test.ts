import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CrawlError, type FailureKind } from '../../../domain/errors.ts';
import { fetchJson } from '../../../egress/fetch-json.ts';
import type { HttpResponse } from '../../../egress/http-transport.ts';
import { judgeAnswer, judgeStatus } from '../../../egress/judge-answer.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const JSON_TYPE = 'application/json; charset=utf-8';
const CHALLENGE = '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>';

function answer(status: number, body: string | Buffer, headers: Record<string, string> = {}): HttpResponse {
  const bytes = Buffer.from(body);
  return {
    status,
    headers: Object.entries({ 'content-type': JSON_TYPE, ...headers }),
    body: bytes,
    wireBytes: bytes.length,
    durationMs: 1,
    url: 'https://store.test/graphql',
  };
}

const html = { 'content-type': 'text/html; charset=UTF-8' };

const REFUSED: [kind: FailureKind, why: string, response: HttpResponse][] = [
  ['Blocked', '401', answer(401, '{}')],
  ['Blocked', '403', answer(403, '{"errors":[]}')],
  ['Blocked', '406', answer(406, '')],
  ['Blocked', 'a challenge with 200', answer(200, CHALLENGE, html)],
  ['Blocked', 'a challenge with 503', answer(503, CHALLENGE, html)],
  [
    'Blocked',
    'a challenge with 429',
    answer(429, '<html><title>Attention Required! | Cloudflare</title>', html),
  ],
  ['Blocked', 'a challenge that calls itself JSON', answer(200, CHALLENGE)],
  // Without the header, the status of this answer would mean another kind of failure.
  ['Blocked', 'a challenge named by its header', answer(503, '', { 'cf-mitigated': 'challenge' })],
  ['Blocked', 'any HTML with 200', answer(200, '<html>hello</html>', html)],
  ['RateLimited', '429', answer(429, '{}', { 'retry-after': '7' })],
  ['NotFound', '404', answer(404, '<html>no such page</html>', html)],
  ['NotFound', '410', answer(410, '{}')],
  ['UpstreamError', '500', answer(500, '{}')],
  [
    'UpstreamError',
    '503 with HTML that is no challenge',
    answer(503, '<html><title>Oops</title></html>', html),
  ],
  ['UpstreamError', '407', answer(407, '')],
  ['UpstreamError', '408', answer(408, '')],
  ['ContractBroken', '400', answer(400, '{}')],
  ['ContractBroken', '304', answer(304, '')],
  ['ContractBroken', 'a part that looks whole', answer(206, '{}')],
  ['ContractBroken', 'an answer that another has changed', answer(203, '{}')],
  ['ContractBroken', 'a picture', answer(200, 'x', { 'content-type': 'image/png' })],
  ['ContractBroken', 'plain text', answer(200, '{}', { 'content-type': 'text/plain' })],
  ['ContractBroken', 'an empty body', answer(200, '')],
  ['ContractBroken', 'truncated JSON', answer(200, '{"a":[1,2')],
  ['ContractBroken', 'trailing JSON', answer(200, '{"a":1}{"b":2}')],
  ['ContractBroken', 'a byte order mark', answer(200, '\uFEFF{}')],
  ['ContractBroken', 'invalid UTF-8', answer(200, Buffer.from([0x22, 0xff, 0x22]))],
  ['ContractBroken', 'deep nesting', answer(200, '['.repeat(65) + ']'.repeat(65))],
];

describe('judgeAnswer', () => {
  test.each(REFUSED)('%s: %s', (kind, _, response) => {
    expect(failureOf(response)).toMatchObject({ kind, evidence: { status: response.status } });
  });

  test('gives the JSON of a good answer', () => {
    expect(judgeAnswer(answer(200, '{"data":[1]}'))).toEqual({ data: [1] });
    expect(judgeAnswer(answer(200, '[]', { 'content-type': 'application/graphql-response+json' }))).toEqual(
      [],
    );
    expect(judgeAnswer(answer(200, '['.repeat(64) + ']'.repeat(64)))).toBeInstanceOf(Array);
    expect(judgeAnswer(answer(200, JSON.stringify('[{"\\'.repeat(100))))).toBe('[{"\\'.repeat(100));
  });

  test('gives back any JSON value that is not too deep', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (json) => {
        expect(judgeAnswer(answer(200, json))).toEqual(JSON.parse(json));
      }),
    );
  });

  test('says how long to wait', () => {
    expect(failureOf(answer(429, '', { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7_000 });
    expect(failureOf(answer(429, ''))).not.toHaveProperty('retryAfterMs');
    expect(failureOf(answer(503, '', { 'retry-after': '7' }))).toMatchObject({
      kind: 'UpstreamError',
      retryAfterMs: 7_000,
    });
    const challenge = answer(429, '<title>Just a moment...</title>', {
      'content-type': 'text/html',
      'retry-after': '7',
    });
    expect(failureOf(challenge)).toMatchObject({ kind: 'Blocked', retryAfterMs: 7_000 });
  });

  test('keeps a short sample without secrets', () => {
    const body = `denied: token=abcdef123 "password": "hunter2" http://u:p4ss@proxy.test/ ${'x'.repeat(5000)}`;
    const sample = String(failureOf(answer(403, body)).evidence?.['sample']);
    expect(sample.length).toBeLessThanOrEqual(200);
    for (const secret of ['abcdef123', 'hunter2', 'p4ss']) expect(sample).not.toContain(secret);
  });

  test('a refusal names the host and the path of the request, and not its query', () => {
    const from = { url: 'https://store.test/graphql?operation=menu' };
    expect(() => judgeStatus({ ...answer(403, '{}'), ...from })).toThrow(
      'Expected a status of success from store.test "/graphql", got 403',
    );
    expect(() => judgeStatus({ ...answer(200, CHALLENGE, html), ...from })).toThrow(
      'Expected an answer from store.test "/graphql", got a challenge page',
    );
    expect(() => judgeAnswer({ ...answer(200, '<html>hello</html>', html), ...from })).toThrow(
      'Expected JSON from store.test "/graphql", got an HTML page',
    );
  });

  test('judgeStatus passes any content with a status of success', () => {
    expect(() => judgeStatus(answer(200, '<html>a page</html>', html))).not.toThrow();
  });

  test('fetchJson sends and judges', async () => {
    const response = answer(200, '{"a":1}');
    const transport = { send: () => Promise.resolve(response), close: () => Promise.resolve() };
    const request = { method: 'GET', url: response.url, headers: [] } as const;
    expect(await fetchJson(transport, request)).toEqual({ json: { a: 1 }, response });
  });
});

function failureOf(response: HttpResponse): CrawlError {
  try {
    judgeAnswer(response, NOW_MS);
  } catch (error) {
    if (error instanceof CrawlError) return error;
  }
  throw new Error('expected a CrawlError');
}
