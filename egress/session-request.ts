import { CrawlError } from '../domain/errors.ts';

/** A request that a job sends within its session. */
export interface SessionRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  /** Besides those of the browser, which they replace where both have one. */
  headers?: [name: string, value: string][];
  /** Text, bytes, or a value to send as JSON; at most 5 MB. */
  body?: unknown;
  /** How long the answer may be, in bytes; at most 50 MB, which is the default. */
  maxBytes?: number;
}

/** A site's answer to a request. */
export interface SessionAnswer {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  bytes: Buffer;
  /** The address that answered, after redirects. */
  url: string;
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT'] satisfies SessionRequest['method'][];

const BODY_BYTES_MAX = 5_000_000;

const ANSWER_BYTES_MAX = 50_000_000;

/** Headers that the connection, the browser profile or the proxy decides. */
const OWN_BY_SESSION =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|cookie|user-agent|accept-encoding|sec-.*|proxy-.*)$/;

const HEADER_NAME = /^[a-z\d!#$%&'*+.^_`|~-]+$/;

/** A checked request. */
export interface ReadyRequest {
  method: SessionRequest['method'];
  url: string;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  contentType: string | undefined;
  body: Buffer | undefined;
  maxBytes: number;
}

/** Checks a request, which a process of a job may have sent in any form, and writes its body as bytes. @throws CrawlError InvalidInput */
export function readyRequest(request: SessionRequest): ReadyRequest {
  const { method, url, headers = [], body, maxBytes = ANSWER_BYTES_MAX } = request;
  if (!METHODS.includes(method))
    throw refused(`method takes GET, POST or PUT, got ${JSON.stringify(method)}`);
  if (!URL.canParse(url)) throw refused('url takes an address');
  const given: [name: unknown, value: unknown][] = headers;
  const named = given.map(([name, value]): [string, string] => [String(name).toLowerCase(), String(value)]);
  for (const [name, value] of named) {
    if (!HEADER_NAME.test(name) || /[\r\n\0]/.test(value))
      throw refused(`headers has ${JSON.stringify(name)}, which is no header`);
    if (OWN_BY_SESSION.test(name)) throw refused(`headers has ${name}, which the session sets itself`);
  }
  if (method === 'GET' && body !== undefined) throw refused('a GET takes no body');
  if (!(maxBytes > 0)) throw refused(`maxBytes takes a number above 0, got ${String(maxBytes)}`);
  const { bytes, type } = bodyOf(body);
  if (bytes !== undefined && bytes.length > BODY_BYTES_MAX)
    throw refused(`body takes at most ${BODY_BYTES_MAX} bytes, got ${bytes.length}`);
  return {
    method,
    url,
    headers: named.filter(([name]) => name !== 'content-type'),
    contentType: named.find(([name]) => name === 'content-type')?.[1] ?? type,
    body: bytes,
    maxBytes: Math.min(maxBytes, ANSWER_BYTES_MAX),
  };
}

function bodyOf(body: unknown): { bytes?: Buffer; type?: string } {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), type: 'application/octet-stream' };
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain;charset=UTF-8' };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

/** Adds headers to those of a browser, or replaces them in their places. */
export function mergeHeaders(
  browser: readonly [string, string][],
  own: readonly [string, string][],
): [string, string][] {
  const names = new Set(browser.map(([name]) => name));
  const replaced = browser.map(([name, value]): [string, string] => [
    name,
    own.find(([other]) => other === name)?.[1] ?? value,
  ]);
  return [...replaced, ...own.filter(([name]) => !names.has(name))];
}

function refused(text: string): CrawlError {
  return new CrawlError('InvalidInput', `The request of the job cannot be sent: ${text}.`);
}
