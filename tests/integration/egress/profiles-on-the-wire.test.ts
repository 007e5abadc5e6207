import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_PROFILES, type BrowserProfile } from '../../../domain/browser-profiles.ts';
import type { LeasedIdentity } from '../../../domain/identity.ts';
import { browserHeaders, type RequestPurpose } from '../../../egress/browser-headers.ts';
import type { HttpRequest } from '../../../egress/http-transport.ts';
import { makeIdentity } from '../../../egress/make-identity.ts';
import { isGrease, ja4, withoutGrease } from './client-hello.ts';
import { EXPECTED_WIRE } from './expected-fingerprints.ts';
import { proxyAt } from './failing-world.ts';
import { http2Fingerprint } from './http2-preface.ts';
import { openTransport } from './open-transport.ts';
import { startTransportWorld, type TransportWorld } from './transport-world.ts';
import { startWireRecorder, type Recording, type WireRecorder } from './wire-recorder.ts';

const HYBRID_GROUP = 0x11ec;
const ALPS = [17513, 17613];
const PADDING = 21;

let world: TransportWorld;
let modern: WireRecorder;
let older: WireRecorder;

beforeAll(async () => {
  world = await startTransportWorld();
  modern = await startWireRecorder(world.authority.leaf, 'h2');
  older = await startWireRecorder(world.authority.leaf, 'http/1.1');
});

afterAll(async () => {
  modern.close();
  older.close();
  await world.close();
});

const CARRIED = BROWSER_PROFILES.map((profile) => ({
  name: profile.name,
  profile,
  expected: expectedOf(profile),
}));

function expectedOf({ family, version }: BrowserProfile) {
  const expected = EXPECTED_WIRE[`${family}-${version}`];
  if (!expected) throw new Error(`Expected a fingerprint of ${family} ${version}, there is none`);
  return expected;
}

/** Records what an identity with this profile sends through a proxy on a new connection. */
async function record(
  { profile }: { profile: BrowserProfile },
  recorder: WireRecorder,
  requests: Omit<HttpRequest, 'url'>[] = [{ method: 'GET', headers: headersOf({ profile }, 'page') }],
): Promise<Recording[]> {
  const transport = await openTransport({ proxy: proxyAt(world.proxyPort), profile });
  for (const request of requests)
    await transport.send({ ...request, url: `https://localhost:${recorder.port}/menu?page=1` });
  await transport.close();
  return recorder.take();
}

const BODY = '{"query":"{ menu }"}';

function headersOf(
  identity: { profile: BrowserProfile; acceptLanguage?: string },
  purpose: RequestPurpose,
): [string, string][] {
  const posted = {
    contentType: 'application/json',
    bodyBytes: BODY.length,
    origin: 'https://store.com',
    own: [['apollographql-client-name', 'menus']] as const,
  };
  return browserHeaders(
    { acceptLanguage: 'en-US,en;q=0.9', ...identity },
    { purpose, referer: 'https://store.com/menu', ...(purpose === 'json' && posted) },
  );
}

describe.each(CARRIED)('$name', (carried) => {
  const { profile, expected } = carried;

  test('says hello as that browser and version does', async () => {
    const hellos = [];
    for (let connection = 0; connection < 4; connection += 1) {
      const [recorded] = await record(carried, modern);
      hellos.push(recorded!.hello);
    }
    for (const hello of hellos) {
      expect(expected.ja4).toContain(ja4(hello));
      expect(hello.serverName).toBe('localhost');
      expect(hello.alpn).toEqual(['h2', 'http/1.1']);
      expect(Math.max(...withoutGrease(hello.versions))).toBe(0x0304);
      expect(hello.groups.includes(HYBRID_GROUP)).toBe(expected.hasHybridGroup);
      expect(hello.extensions.find((type) => ALPS.includes(type)) ?? null).toBe(expected.alpsExtension);
      expect(hasGreaseFrame(hello.extensions)).toBe(expected.greaseFrame);
    }
    const orders = hellos.map(({ extensions }) => withoutGrease(extensions).join());
    expect(new Set(orders).size > 1).toBe(expected.permutesExtensions);
  });

  test('introduces itself over HTTP/2 as that browser does', async () => {
    const [recorded] = await record(carried, modern);
    expect(http2Fingerprint(recorded!.preface!, recorded!.headers)).toBe(expected.http2);
  });

  test('sends exactly the headers of the profile, for a page, an image and a script’s request', async () => {
    const requests: Omit<HttpRequest, 'url'>[] = [
      { method: 'GET', headers: headersOf({ profile }, 'page') },
      { method: 'GET', headers: headersOf({ profile }, 'image') },
      { method: 'POST', headers: headersOf({ profile }, 'json'), body: BODY },
    ];
    for (const recorder of [modern, older]) {
      for (const request of requests) {
        const [recorded] = await record(carried, recorder, [request]);
        expect(withoutAddress(recorded!.headers)).toEqual(request.headers);
      }
    }
  });

  test('claims the same version in its user agent, its client hints and its TLS profile', async () => {
    const [recorded] = await record(carried, modern);
    const sent = Object.fromEntries(recorded!.headers);
    const token = { chrome: 'Chrome', edge: 'Edg', firefox: 'Firefox', safari: 'Version' }[profile.family];
    const claimed = new RegExp(`${token}/(\\d+(?:\\.\\d+)?)`).exec(sent['user-agent'] ?? '')?.[1] ?? '';
    expect(versionOfTls(profile)).toBe(
      profile.family === 'safari' ? claimed : Number.parseInt(claimed, 10).toString(),
    );
    const hinted = /"Chromium";v="(\d+)"/.exec(sent['sec-ch-ua'] ?? '')?.[1];
    expect(hinted).toBe(['chrome', 'edge'].includes(profile.family) ? profile.version : undefined);
  });
});

describe('browsers', () => {
  test('of different engines share neither hello nor HTTP/2 introduction', async () => {
    const seen = new Map<string, Set<string>>();
    for (const carried of CARRIED) {
      const [recorded] = await record(carried, modern);
      const engine = carried.profile.family === 'edge' ? 'chrome' : carried.profile.family;
      for (const print of [ja4(recorded!.hello), http2Fingerprint(recorded!.preface!, recorded!.headers)])
        seen.set(print, (seen.get(print) ?? new Set()).add(engine));
    }
    expect([...seen.values()].filter((engines) => engines.size > 1)).toEqual([]);
    expect(new Set([...seen.values()].flatMap((engines) => [...engines]))).toEqual(
      new Set(['chrome', 'firefox', 'safari']),
    );
  });

  test('keep their cookies for the whole session, and send them in their own place', async () => {
    for (const carried of CARRIED) {
      const request = { method: 'GET', headers: headersOf(carried, 'page') } as const;
      const [first, second] = await record(carried, modern, [request, request]);
      expect(withoutAddress(first!.headers)).toEqual(request.headers);
      const names = second!.headers.map(([name]) => name);
      const next = {
        chrome: 'priority',
        edge: 'priority',
        firefox: 'upgrade-insecure-requests',
        safari: undefined,
      };
      // Chrome 120 sends no priority header, so its cookies come last.
      const expected = carried.profile.version === '120' ? undefined : next[carried.profile.family];
      expect(names[names.indexOf('cookie') + 1]).toBe(expected);
      expect(second!.headers).toContainEqual(['cookie', 'seen=1']);
      expect(withoutAddress(second!.headers).filter(([name]) => name !== 'cookie')).toEqual(request.headers);
    }
  });

  test('speak the language of the dispensary’s state, as the identity made for it says', async () => {
    for (const [stateCode, language] of [
      ['AZ', /^en-US,en;q=/],
      ['ON', /^en-CA,en/],
    ] as const) {
      const identity = identityFor(stateCode);
      const [recorded] = await record(identity, modern, [
        { method: 'GET', headers: headersOf(identity, 'page') },
      ]);
      expect(Object.fromEntries(recorded!.headers)['accept-language']).toMatch(language);
    }
  });
});

function identityFor(stateCode: string): LeasedIdentity {
  const purpose = {
    platform: 'dutchie',
    target: 'dutchie',
    stateCode,
    countryCode: null,
    timeZone: null,
    pageUrl: 'https://dutchie.com/',
    attemptKey: stateCode,
    signal: new AbortController().signal,
  } as const;
  return makeIdentity(purpose, { number: 0, proxy: proxyAt(world.proxyPort) });
}

/** Whether the first and the last extension are GREASE. Padding after them does not count. */
function hasGreaseFrame(extensions: number[]): boolean {
  const unpadded = extensions.filter((type) => type !== PADDING);
  return isGrease(unpadded[0] ?? 0) && isGrease(unpadded.at(-1) ?? 0);
}

/** Returns the version in the name of a TLS profile: one number, or two for Safari. */
function versionOfTls({ tls }: BrowserProfile): string {
  return /(\d+(?:\.\d+)?)/.exec(tls.browser)?.[1] ?? '';
}

/** Returns the headers without those that the transport derives from the URL. */
function withoutAddress(headers: [string, string][]): [string, string][] {
  return headers.filter(([name]) => name !== 'host' && !name.startsWith(':'));
}
