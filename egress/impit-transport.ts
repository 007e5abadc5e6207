import { Impit } from 'impit';
import { CrawlError } from '../domain/errors.ts';
import type { LeasedIdentity } from '../domain/identity.ts';
import type { AddressPolicy } from './address-guard.ts';
import { createBoundedTransport } from './bounded-transport.ts';
import { headerOf, type HttpTransport } from './http-transport.ts';
import { proxyUrl } from './proxy-url.ts';
import type { WireAnswer, WireRequest } from './wire-client.ts';

export type ImpitTransportOptions = {
  identity: Pick<LeasedIdentity, 'proxy' | 'profile'>;
  addressPolicy?: AddressPolicy;
};

/**
 * The transport of one identity on impit, for the profiles that impit has. Its certificates are the system's and those
 * of the file that SSL_CERT_FILE names.
 *
 * impit differs from wreq-js in what it lets us see. It decompresses by itself: a cut body and a wrong checksum are
 * errors there too, but bytes after the end of gzip, brotli and deflate data are dropped without a word, and a second
 * gzip member with them. The bytes on the wire are those that content-length tells. It has no deadline of its own for
 * connecting, so a proxy that accepts and then says nothing is only seen as no answer in time. And it has no close: its
 * connections end when the object is collected, or when they have been idle for a while.
 * @throws CrawlError InvalidInput when impit has no TLS profile of this browser, or refuses the options.
 */
export async function createImpitTransport(options: ImpitTransportOptions): Promise<HttpTransport> {
  let impit: Impit | null = openNative(options);
  return createBoundedTransport({
    transport: 'impit',
    identity: options.identity,
    policy: options.addressPolicy ?? {},
    client: {
      start(request) {
        if (impit === null) throw new CrawlError('InvalidInput', 'Expected an open transport');
        return start(impit, request);
      },
      async close() {
        impit = null;
      },
    },
  });
}

function openNative({ identity: { proxy, profile } }: ImpitTransportOptions): Impit {
  const browser = profile.tls.impit;
  if (browser === undefined) {
    throw new CrawlError(
      'InvalidInput',
      `Expected a profile that impit has the TLS profile of, got ${profile.name}; chooseProfile(seed, 'impit') picks one`,
    );
  }
  try {
    return new Impit({ browser, proxyUrl: proxyUrl(proxy) });
  } catch {
    // The text of impit may contain the proxy's address with its password, so it is not kept.
    throw new CrawlError(
      'InvalidInput',
      `Expected usable transport options, impit refuses those of proxy ${proxy.id}`,
    );
  }
}

async function start(impit: Impit, request: WireRequest): Promise<WireAnswer> {
  const response = await impit.fetch(request.url, {
    method: request.method,
    headers: onlyOurs(request.headers),
    // As bytes: impit adds a content-type to a text.
    ...(request.body !== undefined && { body: Buffer.from(request.body) }),
    redirect: 'manual',
    timeout: request.timeoutMs,
    signal: request.signal,
  });
  const headers = [...response.headers].map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const encoding = headerOf({ headers }, 'content-encoding');
  return {
    status: response.status,
    headers,
    body: response.body,
    isDecoded: encoding !== null && DECODED_BY_IMPIT.has(encoding),
  };
}

const DECODED_BY_IMPIT: ReadonlySet<string> = new Set(['gzip', 'br', 'zstd', 'deflate']);

/** What impit's browsers send when opening a page, and would add to every request that does not say it. */
const ADDED_BY_IMPIT = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'upgrade-insecure-requests',
  'user-agent',
  'accept',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-user',
  'sec-fetch-dest',
  'accept-encoding',
  'accept-language',
  'priority',
  'te',
];

/** An empty value takes a header of impit's own away. content-length is impit's to set. */
function onlyOurs(headers: WireRequest['headers']): [string, string][] {
  const own = headers.map(([name, value]): [string, string] => [name, value]);
  const given = new Set(own.map(([name]) => name.toLowerCase()));
  return [
    ...own,
    ...ADDED_BY_IMPIT.filter((name) => !given.has(name)).map((name): [string, string] => [name, '']),
  ];
}
