import { describe, expect, test } from 'vitest';
import { createCookieMemory } from '../../../egress/cookie-memory.ts';

const url = 'https://store.com/menu';
const headers = [
  ['accept', '*/*'],
  ['Priority', 'u=1'],
] as const;

describe('createCookieMemory', () => {
  test('goes on with the cookies of an earlier memory, also those without an end', async () => {
    const first = createCookieMemory({ cookiesBefore: [] });
    await first.keep(url, [['set-cookie', 'sid=1; Path=/']]);
    const next = createCookieMemory({ cookiesBefore: [] }, first.dump());
    expect(await next.addTo({ url, headers: [] })).toEqual([['cookie', 'sid=1']]);
  });

  test('adds nothing before there is a cookie', async () => {
    expect(await createCookieMemory({ cookiesBefore: [] }).addTo({ url, headers })).toEqual(headers);
  });

  test('puts cookies where the browser does, or last', async () => {
    for (const [cookiesBefore, place] of [
      [['priority'], 1],
      [[], 2],
      [['te'], 2],
    ] as const) {
      const memory = createCookieMemory({ cookiesBefore });
      await memory.keep(url, [
        ['set-cookie', 'a=1; Path=/; Secure; HttpOnly'],
        ['content-type', 'text/html'],
        ['set-cookie', 'b=2'],
      ]);
      expect((await memory.addTo({ url, headers }))[place]).toEqual(['cookie', 'a=1; b=2']);
    }
  });

  test('keeps to the host, the path and the scheme of a cookie, and drops what no browser takes', async () => {
    const memory = createCookieMemory({ cookiesBefore: [] });
    await memory.keep(url, [
      ['set-cookie', 'own=1; Secure'],
      ['set-cookie', 'deep=1; Path=/deep'],
      ['set-cookie', 'foreign=1; Domain=other.com'],
      ['set-cookie', 'suffix=1; Domain=com'],
      ['set-cookie', ''],
      ['set-cookie', 'old=1; Max-Age=0'],
    ]);
    const cookiesAt = async (address: string) => (await memory.addTo({ url: address, headers: [] }))[0]?.[1];
    expect(await cookiesAt('https://store.com/')).toBe('own=1');
    expect(await cookiesAt('https://store.com/deep/down')).toBe('deep=1; own=1');
    expect(await cookiesAt('http://store.com/')).toBeUndefined();
    expect(await cookiesAt('https://other.com/')).toBeUndefined();
  });
});
