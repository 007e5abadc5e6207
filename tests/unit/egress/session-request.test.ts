import { expect, test } from 'vitest';
import { createHttpSessions } from '../../../egress/http-session.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../../egress/http-transport.ts';
import type { SessionRequest } from '../../../egress/session-request.ts';

const URL = 'https://shop.example.com/orders';

/** Opens a session at a site that answers everything with this. */
async function openSession(answer: Partial<HttpResponse> = {}) {
  const sent: HttpRequest[] = [];
  const outcomes: string[] = [];
  const transport: HttpTransport = {
    async send(request) {
      sent.push(request);
      const isExit = request.url.includes('exit');
      return {
        status: 200,
        headers: [['content-type', isExit ? 'text/plain' : 'application/json']],
        body: Buffer.from(isExit ? '192.0.2.1' : '{}'),
        wireBytes: 2,
        durationMs: 1,
        url: request.url,
        ...(isExit ? {} : answer),
      };
    },
    stream: () => Promise.reject(new Error('The test streams nothing.')),
    close: () => Promise.resolve(),
  };
  const open = createHttpSessions({
    openTransport: () => Promise.resolve(transport),
    robots: { assertAllowed: () => Promise.resolve() },
    pacing: {
      admit: () => Promise.resolve(),
      acquirePermit: () =>
        Promise.resolve({
          async end({ outcome }) {
            outcomes.push(outcome);
          },
        }),
    },
    exitAddressUrl: 'https://exit.example.com/',
  });
  const proxy = { id: 1, protocol: 'http' as const, host: 'p', port: 1, username: null, password: null };
  const session = await open(
    {
      platform: null,
      target: 'jobs/shop',
      stateCode: null,
      countryCode: null,
      timeZone: null,
      pageUrl: '',
      attemptKey: 'one',
      signal: new AbortController().signal,
    },
    { number: 0, proxy },
  );
  sent.length = 0;
  return {
    sent,
    outcomes,
    request: (request: Partial<SessionRequest>) => session.request({ method: 'POST', url: URL, ...request }),
  };
}

test.each([
  [{ a: 1 }, '{"a":1}', 'application/json'],
  ['a=1', 'a=1', 'text/plain;charset=UTF-8'],
  [Buffer.from([0, 255]), '\u0000\u00ff', 'application/octet-stream'],
])('a request carries JSON, text or bytes: %j', async (body, bytes, type) => {
  const { sent, request } = await openSession();
  await request({
    method: 'PUT',
    body,
    headers: [
      ['Accept', 'text/csv'],
      ['X-Own', '1'],
    ],
  });
  const [{ method, headers, body: carried } = {} as HttpRequest] = sent;
  expect([method, carried?.toString('latin1')]).toEqual(['PUT', bytes]);
  const named = Object.fromEntries(headers);
  expect(named).toMatchObject({
    accept: 'text/csv',
    'x-own': '1',
    'content-type': type,
    'content-length': String(bytes.length),
  });
  expect(headers.length).toBe(Object.keys(named).length);
  // Where a redirect leads to another site, those of the browser alone are sent.
  const elsewhere = Object.fromEntries(sent[0]!.headersElsewhere!);
  expect(elsewhere).toMatchObject({ 'content-type': type, accept: expect.not.stringContaining('csv') });
  expect(elsewhere).not.toHaveProperty('x-own');
  await request({ body, headers: [['Content-Type', 'text/x']] });
  expect(Object.fromEntries(sent[1]!.headers)['content-type']).toBe('text/x');
});

test('an answer that concerns the request alone comes back, and a refusal of the session is one for its pace', async () => {
  for (const status of [201, 304, 401, 404, 409, 422]) {
    const { request, outcomes } = await openSession({ status, headers: [['etag', '"1"']] });
    expect(await request({})).toEqual({
      status,
      headers: [['etag', '"1"']],
      bytes: Buffer.from('{}'),
      url: URL,
    });
    expect(outcomes).toEqual(['answered']);
  }
  for (const [status, kind, outcome] of [
    [403, 'Blocked', 'blocked'],
    [429, 'RateLimited', 'limited'],
    [503, 'UpstreamError', 'failed'],
  ] as const) {
    const { request, outcomes } = await openSession({ status });
    await expect(request({})).rejects.toMatchObject({ kind });
    expect(outcomes).toEqual([outcome]);
  }
  const body = Buffer.from('<html><title>Just a moment</title>');
  const { request } = await openSession({ status: 401, body });
  await expect(request({})).rejects.toMatchObject({ kind: 'Blocked' });
});

test.each([
  [{ method: 'DELETE' as never }, 'method takes GET, POST or PUT, got "DELETE"'],
  [{ url: 'nowhere' }, 'url takes an address'],
  [{ maxBytes: NaN }, 'maxBytes takes a number above 0, got NaN'],
  [{ method: 'GET' as const, body: 'x' }, 'a GET takes no body'],
  [{ body: 'x'.repeat(5_000_001) }, 'body takes at most 5000000 bytes, got 5000001'],
  [
    { headers: [['User-Agent', 'x']] as [string, string][] },
    'headers has user-agent, which the session sets itself',
  ],
  [
    { headers: [['Cookie', 'a=b']] as [string, string][] },
    'headers has cookie, which the session sets itself',
  ],
  [
    { headers: [['Expect', '100-continue']] as [string, string][] },
    'headers has expect, which the session sets itself',
  ],
  [{ headers: [['a', 'b\r\nhost: c']] as [string, string][] }, 'headers has "a", which is no header'],
])('a request that cannot be sent is refused: %j', async (wrong, why) => {
  const { request, sent } = await openSession();
  await expect(request(wrong)).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: `The request of the job cannot be sent: ${why}.`,
  });
  expect(sent).toEqual([]);
});
