import { CookieJar } from 'tough-cookie';
import type { BrowserProfile } from '../domain/browser-profiles.ts';
import type { HttpRequest, HttpResponse } from './http-transport.ts';

/** The cookies of one identity, stored as a browser stores them, and sent at the position where the identity's browser sends them. */
export interface CookieMemory {
  /** Returns the request's headers with the cookies for its address. */
  addTo(request: Pick<HttpRequest, 'url' | 'headers'>): Promise<HttpRequest['headers']>;
  /** Stores the cookies of an answer; drops those that a browser would refuse. */
  keep(url: string, headers: HttpResponse['headers']): Promise<void>;
  /** Returns all cookies as JSON, for a later memory. */
  dump(): string;
}

/** Creates a memory, empty or with the cookies of an earlier one. Cookies are inserted before the first of the profile's `cookiesBefore` headers, or at the end. */
export function createCookieMemory(
  { cookiesBefore }: Pick<BrowserProfile, 'cookiesBefore'>,
  dumped: string | null = null,
): CookieMemory {
  const jar = dumped === null ? new CookieJar() : CookieJar.deserializeSync(dumped);
  return {
    dump: () => JSON.stringify(jar.serializeSync()),
    async addTo({ url, headers }) {
      const cookies = await jar.getCookieString(url);
      if (cookies === '') return headers;
      const found = headers.findIndex(([name]) => cookiesBefore.includes(name.toLowerCase()));
      return headers.toSpliced(found === -1 ? headers.length : found, 0, ['cookie', cookies]);
    },
    async keep(url, headers) {
      for (const [name, value] of headers)
        if (name === 'set-cookie') await jar.setCookie(value, url, { ignoreError: true });
    },
  };
}
