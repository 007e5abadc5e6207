import { describe, expect, test } from 'vitest';
import { CrawlError } from '../../../domain/errors.ts';
import { verifyExitAddress } from '../../../egress/exit-address.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';

const ECHO_URL = 'https://echo.test/';

function transportDoing(act: (request: HttpRequest) => Partial<HttpResponse>) {
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const base = {
      status: 200,
      headers: [],
      body: Buffer.alloc(0),
      wireBytes: 0,
      durationMs: 1,
      url: request.url,
    };
    return { ...base, ...act(request) };
  };
  return { send, close: () => Promise.resolve() };
}

const saying = (text: string) => transportDoing(() => ({ body: Buffer.from(text) }));

const failing = (error: unknown) =>
  transportDoing(() => {
    throw error;
  });

describe('verifyExitAddress', () => {
  test.each([
    ['203.0.113.9\n', '203.0.113.9'],
    ['{"ip":"203.0.113.9"}', '203.0.113.9'],
    ['{"origin":"2001:db8::1"}', '2001:db8::1'],
    ['{"query":"198.51.100.4","status":"success"}', '198.51.100.4'],
  ])('reads %s', async (text, address) => {
    expect(await verifyExitAddress(saying(text), ECHO_URL)).toBe(address);
  });

  test.each(['', 'not an address', '{"ip":7}', '{"ip":', '<html>', '999.1.1.1'])(
    '"%s" is the proxy\'s fault',
    async (text) => {
      await expect(verifyExitAddress(saying(text), ECHO_URL)).rejects.toMatchObject({ kind: 'ProxyFault' });
    },
  );

  test("whatever fails on the way is the proxy's fault and keeps its cause", async () => {
    const cause = new CrawlError('UpstreamError', 'cut', { evidence: { fault: 'reset' } });
    await expect(verifyExitAddress(failing(cause), ECHO_URL)).rejects.toMatchObject({
      kind: 'ProxyFault',
      cause,
      evidence: { fault: 'exit-address', because: 'UpstreamError' },
    });
    const blocked = transportDoing(() => ({ status: 403 }));
    await expect(verifyExitAddress(blocked, ECHO_URL)).rejects.toMatchObject({
      evidence: { because: 'Blocked' },
    });
  });

  test('an address that may not be asked stays our own fault, and a cancel stays a cancel', async () => {
    const refused = new CrawlError('InvalidInput', 'not https');
    await expect(verifyExitAddress(failing(refused), ECHO_URL)).rejects.toBe(refused);
    const reason = new Error('cancelled');
    const signal = AbortSignal.abort(reason);
    await expect(verifyExitAddress(failing(new Error('cut')), ECHO_URL, { signal })).rejects.toBe(reason);
  });

  test('sends the headers it is given', async () => {
    const seen: HttpRequest['headers'][] = [];
    const transport = transportDoing(({ headers }) => {
      seen.push(headers);
      return { body: Buffer.from('203.0.113.9') };
    });
    await verifyExitAddress(transport, ECHO_URL, { headers: [['accept', '*/*']] });
    expect(seen).toEqual([[['accept', '*/*']]]);
  });
});
