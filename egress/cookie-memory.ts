import { CookieJar } from 'tough-cookie';
import type { BrowserProfile } from '../domain/browser-profiles.ts';
import type { HttpRequest, HttpResponse } from './http-transport.ts';

/** The cookies of one identity: kept as a browser keeps them, and sent where its browser puts them. */
export interface CookieMemory {
  /** The request's headers with the cookies that belong to its address. */
  addTo(request: Pick<HttpRequest, 'url' | 'headers'>): Promise<HttpRequest['headers']>;
  /** Keeps what an answer sets; a cookie that a browser would refuse is dropped. */
  keep(url: string, headers: HttpResponse['headers']): Promise<void>;
}

/** A memory without cookies. They go before the first header that the profile names, or to the end. */
export function createCookieMemory({ cookiesBefore }: Pick<BrowserProfile, 'cookiesBefore'>): CookieMemory {
  const jar = new CookieJar();
  return {
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
