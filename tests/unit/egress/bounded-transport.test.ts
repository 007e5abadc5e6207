import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseProfile } from '../../../domain/browser-profiles.ts';
import { assertAllowedAddress } from '../../../egress/address-guard.ts';
import {
  createBoundedTransport,
  type WireClient,
  type WireRequest,
} from '../../../egress/bounded-transport.ts';
import type { HttpRequest } from '../../../egress/http-transport.ts';
import type { WireAnswer } from '../../../egress/read-wire-body.ts';

const identity = {
  profile: chooseProfile(0),
  proxy: { id: 7, protocol: 'http', host: 'proxy.net', port: 1, username: null, password: null } as const,
};
const request: HttpRequest = { method: 'GET', url: 'https://store.com/menu', headers: [] };

/** Creates a transport over a network of the test. Every name resolves to a public address. */
function transportOver(start: WireClient['start']) {
  return createBoundedTransport({
    client: { start, close: async () => undefined },
    identity,
    policy: { resolveHost: async () => [{ address: '1.1.1.1', family: 4 }] },
  });
}

function answer(facts: Partial<WireAnswer> = {}): WireAnswer {
  return { status: 200, headers: [], body: null, ...facts };
}

describe('deadlines that hold when a request names none', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('30 seconds to the headers, and the native request is ended', async () => {
    const started = Promise.withResolvers<WireRequest>();
    const transport = transportOver((wire) => {
      started.resolve(wire);
      return new Promise(() => undefined);
    });
    const outcome = vi.fn();
    const sending = transport.send(request).catch(outcome);
    const { signal } = await started.promise;
    await vi.advanceTimersByTimeAsync(29_999);
    expect(outcome).not.toHaveBeenCalled();
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(outcome).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'UpstreamError',
        evidence: { fault: 'headers-timeout', afterMs: 30_000, proxyId: 7 },
      }),
    );
    expect(signal.aborted).toBe(true);
  });

  test('60 seconds for a body, however it drips', async () => {
    const timer: { drip?: ReturnType<typeof setInterval> } = {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        timer.drip = setInterval(() => controller.enqueue(Buffer.from('x')), 1_000);
      },
      cancel: () => clearInterval(timer.drip),
    });
    const outcome = vi.fn();
    const sending = transportOver(async () => answer({ body }))
      .send(request)
      .catch(outcome);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(outcome).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'UpstreamError',
        evidence: { fault: 'body-timeout', afterMs: 60_000, proxyId: 7 },
      }),
    );
  });
});

describe('sizes that hold when a request names none', () => {
  const announcing = (bytes: number) =>
    transportOver(async () => answer({ headers: [['content-length', String(bytes)]] })).send(request);

  test('20 MB on the wire, refused by the announcement alone', async () => {
    await expect(announcing(20_000_001)).rejects.toMatchObject({
      kind: 'ContractBroken',
      evidence: { fault: 'body-too-large', maxBytes: 20_000_000 },
    });
    await expect(announcing(20_000_000)).rejects.toMatchObject({ evidence: { fault: 'truncated' } });
  });

  test('100 MB after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_001));
    const sent = transportOver(async () =>
      answer({ headers: [['content-encoding', 'gzip']], body: new Blob([bomb]).stream() }),
    ).send(request);
    await expect(sent).rejects.toMatchObject({
      kind: 'ContractBroken',
      evidence: { fault: 'body-too-large', maxBytes: 100_000_000 },
    });
  });
});

test('whatever is asked for or redirected to, what is sent is the address that was judged', async () => {
  const host = fc.oneof(
    fc.webAuthority(),
    fc.ipV4Extended(),
    fc.stringMatching(/^[0-9a-fx%.]{1,15}$/),
    fc.constantFrom('0127.0.0.1', '0x7f.1', 'kube-dns.svc', '[::ffff:7f00:1]', '１２７.１'),
  );
  const text = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom('https://', 'HTTPS:\\\\', 'http://', '//'), host, fc.webPath())
      .map((parts) => parts.join('')),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(text, text, async (requested, redirectedTo) => {
      const sent: string[] = [];
      const transport = transportOver(async ({ url }) => {
        sent.push(url);
        return sent.length > 1 ? answer() : answer({ status: 302, headers: [['location', redirectedTo]] });
      });
      await transport.send({ ...request, url: requested }).catch(() => undefined);
      for (const url of sent) expect(assertAllowedAddress(url).href).toBe(url);
    }),
    { numRuns: 500 },
  );
});

describe('redirects', () => {
  const follow = (redirects: number) => {
    let requested = 0;
    return transportOver(async () => {
      requested += 1;
      return requested > redirects
        ? answer()
        : answer({ status: 302, headers: [['location', `/${requested}`]] });
    }).send(request);
  };

  test('are followed three times and no fourth time', async () => {
    expect((await follow(3)).url).toBe('https://store.com/3');
    await expect(follow(4)).rejects.toMatchObject({ evidence: { fault: 'too-many-redirects' } });
  });

  test('that lead inside by name are refused before anyone is asked', async () => {
    const requested: string[] = [];
    const transport = createBoundedTransport({
      client: {
        start: async ({ url }) => {
          requested.push(url);
          return answer({ status: 302, headers: [['location', 'https://inside.com/']] });
        },
        close: async () => undefined,
      },
      identity,
      policy: {
        resolveHost: async (host) => [
          { address: host === 'inside.com' ? '169.254.169.254' : '1.1.1.1', family: 4 },
        ],
      },
    });
    await expect(transport.send(request)).rejects.toMatchObject({
      kind: 'ContractBroken',
      evidence: { fault: 'redirect', status: 302 },
    });
    await expect(transport.send({ ...request, url: 'https://inside.com/' })).rejects.toMatchObject({
      kind: 'InvalidInput',
    });
    expect(requested).toEqual([request.url]);
  });
});
